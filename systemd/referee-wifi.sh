#!/bin/sh
# Opens the box's own Wi-Fi by NetworkManager, or closes it: referee-wifi.service runs this. What it
# leaves for the panel: its password, or the trouble.
set -u
umask 027
folder=${RUNTIME_DIRECTORY:-/run/referee-wifi}
connection=referee-table

rm -f "$folder/password" "$folder/trouble"
# Left over from a run that ended otherwise; not kept on the disk, so gone after a restart.
nmcli connection delete "$connection" >/dev/null 2>&1
[ "$1" = open ] || exit 0

# Capitals and digits that nobody takes for one another; so few that a small display shows the code.
password=$(tr -dc '2-9A-HJ-NP-Z' </dev/urandom | head -c 8)

# The built-in radios of small Pis refuse phones without the last four settings.
if said=$(nmcli connection add save no type wifi con-name "$connection" ifname '*' autoconnect no \
    ssid TABLE 802-11-wireless.mode ap 802-11-wireless.band bg ipv4.method shared ipv6.method disabled \
    wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$password" \
    wifi-sec.proto rsn wifi-sec.pairwise ccmp wifi-sec.group ccmp wifi-sec.pmf disable 2>&1) &&
    said=$(nmcli --wait 40 connection up "$connection" 2>&1); then
    printf %s "$password" >"$folder/password"
    chgrp referee "$folder/password"
else
    nmcli connection delete "$connection" >/dev/null 2>&1
    printf %s "$said" >"$folder/trouble"
    chmod 644 "$folder/trouble"
    exit 1
fi
