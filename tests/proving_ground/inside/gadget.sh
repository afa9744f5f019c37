#!/bin/sh
# gadget.sh plug|unplug|forget [NUMBER [VENDOR PRODUCT]]: a USB serial device on the kernel's loop-back, by default a
# Raspberry Pi Pico with MicroPython. Its own end is /dev/ttyGS<NUMBER>.
set -e
number=${2:-0}
gadget=/sys/kernel/config/usb_gadget/device$number
case $1 in
plug)
    modprobe dummy_hcd num=2
    modprobe libcomposite
    if [ ! -d $gadget ]; then
        mkdir $gadget
        echo ${3:-0x2e8a} >$gadget/idVendor
        echo ${4:-0x0005} >$gadget/idProduct
        mkdir $gadget/strings/0x409 $gadget/configs/c.1
        echo "simulated$number" >$gadget/strings/0x409/serialnumber
        echo "Board in FS mode" >$gadget/strings/0x409/product
        mkdir $gadget/functions/acm.$number
        ln -s $gadget/functions/acm.$number $gadget/configs/c.1/
    fi
    echo dummy_udc.$number >$gadget/UDC
    ;;
unplug)
    echo >$gadget/UDC
    ;;
forget) # what it is: the next one in this place may be another device
    rm $gadget/configs/c.1/acm.$number
    rmdir $gadget/configs/c.1 $gadget/functions/acm.$number $gadget/strings/0x409 $gadget
    ;;
esac
