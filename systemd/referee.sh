#!/bin/sh
# The referee's command for whoever logs in: as the service's user, with the service's matches and
# settings. For a file that it shall write name a place where that user may, such as /tmp.
exec sudo -u referee env STATE_DIRECTORY=/var/lib/referee CONFIGURATION_DIRECTORY=/etc/referee \
    /opt/referee/current/bin/referee "$@"
