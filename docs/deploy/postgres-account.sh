#!/bin/sh
# Runs once, when the database is made: the servers get an account that row security holds for, unlike the superuser.
# It may make databases, because a backup is tried in one of its own.
psql --username=postgres --set=ON_ERROR_STOP=1 \
  --command="create role tillside login createdb password '$(cat /run/secrets/postgres-password)'" \
  --command='create database tillside owner tillside'
