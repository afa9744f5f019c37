#!/bin/sh
# Before every start of the service: does the running version fit the system's Python? If not, because
# the system was upgraded, the version's own installer builds it anew, again and again until it fits.
# `started`, after a start: what was replaced may go.
cd /opt/referee/current 2>/dev/null || exit 0
if [ "$1" = started ]; then
    [ -L replaces ] || exit 0
    rm -rf "$(readlink -f replaces)" && rm -f replaces
    exit
fi

fits() {
    python=$(readlink -f /opt/referee/current/bin/python3) &&
        [ -e "/opt/referee/current/lib/${python##*/}/site-packages/referee" ]
}
# The installer tries again by itself, but for a Python that does not start.
until fits; do
    /usr/bin/python3 system/install.py rebuild --until-done || sleep 60
    cd /opt/referee/current || exit 0
done
