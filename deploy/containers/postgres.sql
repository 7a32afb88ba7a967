-- What PostgreSQL of compose.yaml does at its first start: a role for the site that owns its database and may make others
-- (backups are tried out in one), and is no superuser. PgBouncer refuses a time limit that a client asks for, so the role has
-- one; commands (migrations, backups) lift it for themselves. The superuser is let in from within the container alone.
\set password `cat /secrets/database_password`
CREATE ROLE tefuda LOGIN CREATEDB PASSWORD :'password';
ALTER ROLE tefuda SET statement_timeout = '20s';
CREATE DATABASE tefuda OWNER tefuda ENCODING 'UTF8' TEMPLATE template0;
ALTER ROLE postgres PASSWORD NULL;
