#!/bin/sh
# The referee's command for whoever logs in: with the service's settings, and but for the seat box as the
# service's user, with the service's matches. For a file that it shall write name a place where
# that user may, such as /tmp.
run=/opt/referee/current/bin/referee
case $1 in
# What is flashed is the caller's, in a home that may be private; ports are the group dialout's.
box) CONFIGURATION_DIRECTORY=/etc/referee exec $run "$@" ;;
esac
exec sudo -u referee env STATE_DIRECTORY=/var/lib/referee CONFIGURATION_DIRECTORY=/etc/referee \
    $run "$@"
