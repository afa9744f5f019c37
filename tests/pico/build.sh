#!/bin/sh
# MicroPython for a Raspberry Pi Pico from Debian's sources; runs in the system tree that
# micropython.py makes. Leaves /firmware.bin.
#
# Debian's source package comes without the libraries that are packages of their own, and without
# mbedtls: TLS and what hashes by it are left out, and so is all frozen Python but the port's own.
# Nothing of the seat box uses them.
set -eu
mkdir -p /build
cd /build
apt-get update -qq
apt-get source -qq micropython
cd micropython-*/
for library in pico-sdk tinyusb; do
    rm -rf "lib/$library"
    ln -s "/usr/src/$library" "lib/$library"
done
touch lib/micropython-lib/README.md # the build looks for it, and for nothing else of it
make -C mpy-cross -j2

cd ports/rp2
sed -i 's/^set(MICROPY_SSL_MBEDTLS ON)/set(MICROPY_SSL_MBEDTLS OFF)/
    /mbedtls\/mbedtls_port.c/d
    s/^target_link_libraries(${MICROPY_TARGET} micropy_lib_mbedtls)/#&/' CMakeLists.txt
for what in SSL_MBEDTLS PY_CRYPTOLIB PY_HASHLIB_MD5 PY_HASHLIB_SHA1; do
    sed -i "s/#define MICROPY_$what .*/#define MICROPY_$what (0)/" mpconfigport.h
done
echo 'freeze("$(PORT_DIR)/modules")' >frozen.py
cmake -S . -B build -DMICROPY_BOARD=RPI_PICO -DMICROPY_BOARD_DIR="$PWD/boards/RPI_PICO" \
    -DMICROPY_FROZEN_MANIFEST="$PWD/frozen.py" -DPICO_NO_PICOTOOL=1
make -C build -j2
arm-none-eabi-objcopy -O binary build/firmware.elf /firmware.bin
