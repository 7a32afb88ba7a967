# Tefuda in one image, for all of its processes; and, as the target `pgbouncer`, the PgBouncer of compose.yaml.
#
#     docker build --tag tefuda .
#
# BASE is a Debian 12 (bookworm); tests/containers builds over one made by debootstrap. The packages of Python are those of
# requirements.txt, by their hashes, and the browser's Python is the one that pyodide.json pins: from the same commit come the
# same files in /app. What differs from day to day are Debian's own packages (its security updates), and the files' times.
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${BASE} AS python
ENV LANG=C.UTF-8
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates libpq5 python3 tzdata \
    && rm -rf /var/cache/apt /var/cache/debconf/* /var/cache/ldconfig /var/lib/apt/lists/* /var/log/apt /var/log/dpkg.log

# The browser's Python, for practice offline.
FROM python AS practice
RUN apt-get update && apt-get install -y --no-install-recommends npm
COPY games/pwa/practice/pyodide.py games/pwa/practice/pyodide.json /build/
RUN python3 /build/pyodide.py /practice

# pg_dump and pg_restore, for backups. As a package they come with Perl, which is a quarter of the image's size.
FROM python AS postgresql
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-15

# One of the packages (http-ece) is published as source alone: Debian's setuptools makes a wheel of it, no newest one of a day.
FROM python AS packages
RUN apt-get update && apt-get install -y --no-install-recommends binutils python3-setuptools python3-venv python3-wheel
COPY requirements.txt /build/
RUN python3 -m venv --system-site-packages /build/pip \
    && python3 -m venv --without-pip /app/.venv \
    && export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_QUIET=1 \
    && /build/pip/bin/pip wheel --no-build-isolation --only-binary :all: --no-binary http-ece --no-deps --require-hashes \
        --requirement /build/requirements.txt --wheel-dir /build/wheels \
    && /build/pip/bin/pip --python /app/.venv/bin/python install --no-compile --no-deps --no-index /build/wheels/*.whl
# A third of it nobody needs here: languages that the site doesn't speak, Celery's own command with its shell, a second copy of
# the time zones, pictures as AVIF, the packages' tests and sources in C, and what debuggers read.
RUN find /app/.venv -path "*/locale/*" -name "*.[mp]o" -not -path "*/locale/en/*" -not -path "*/locale/ja/*" -delete \
    && /build/pip/bin/pip --python /app/.venv/bin/python uninstall --quiet --yes click-repl prompt-toolkit tzdata wcwidth \
    && find /app/.venv "(" -name "libavif-*" -o -name "_avif.*" ")" -delete \
    && find /app/.venv -type d -name tests -prune -exec rm -r {} + \
    && find /app/.venv "(" -name "*.c" -o -name "*.h" -o -name "*.pyi" -o -name "*.pyx" -o -name "*.pxd" ")" -delete \
    && find /app/.venv -type d -empty -delete \
    && find /app/.venv -name "*.so" -not -path "*.libs/*" -exec strip --strip-unneeded {} +

FROM packages AS site
COPY . /app
COPY --from=practice /practice /app/.practice
WORKDIR /app
# The key and the folder are for this command alone. Bytecode is not compared with its source: nobody changes that here, and
# the files' times would make every build another.
RUN SECRET_KEY=not-secret TEFUDA_DATA_DIR=/tmp/unused TEFUDA_STATIC_ROOT=/app/static \
        .venv/bin/python -B manage.py collectstatic --no-input --verbosity 0 \
    && find .venv -path "*/static/*" -delete \
    && .venv/bin/python -m compileall -q --invalidation-mode unchecked-hash . \
    && chmod -R u=rwX,go=rX /app

FROM ${BASE} AS pgbouncer
RUN apt-get update \
    && apt-get install -y --no-install-recommends pgbouncer \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/apt /var/log/dpkg.log
COPY --chmod=644 deploy/containers/pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
USER 10001:10001
CMD ["/usr/sbin/pgbouncer", "/etc/pgbouncer/pgbouncer.ini"]

FROM python
LABEL org.opencontainers.image.title="Tefuda" \
    org.opencontainers.image.description="Card tables for friends who are never online at the same time"
RUN groupadd --gid 10001 tefuda \
    && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin tefuda \
    && install --directory --owner tefuda --group tefuda --mode 700 /data /backups \
    && install --directory --owner tefuda --group tefuda --mode 750 /secrets
COPY --from=postgresql /usr/lib/postgresql/15/bin/pg_dump /usr/lib/postgresql/15/bin/pg_restore /usr/local/bin/
COPY --from=site /app /app
ENV PATH=/app/.venv/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    TEFUDA_DATA_DIR=/data \
    TEFUDA_STATIC_ROOT=/app/static
WORKDIR /app
USER 10001:10001
EXPOSE 8000
CMD ["python", "manage.py", "serve"]
