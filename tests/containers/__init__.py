"""The image and the files for Docker Compose: what they say, and the whole site run from them, without Docker.

The files are read in every run. Building the image and running it takes minutes, root, and Debian's buildah and
debootstrap, so that is marked `container` (`make test-containers`).
"""
