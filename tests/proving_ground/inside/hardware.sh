#!/bin/sh
# The hardware of a Raspberry Pi with the reference panel: header pins, the display's bus, a model.
set -e
# A machine with a device tree of its own has the model in it.
[ -e /proc/device-tree/model ] || modprobe pi-model
modprobe i2c-dev
modprobe gpio-sim
chip=/sys/kernel/config/gpio-sim/header
mkdir -p $chip/bank
echo 54 >$chip/bank/num_lines
echo pinctrl-bcm2835 >$chip/bank/label
line=0
while [ $line -lt 28 ]; do
    mkdir $chip/bank/line$line
    echo GPIO$line >$chip/bank/line$line/name
    line=$((line + 1))
done
echo 1 >$chip/live
modprobe panel-bus
