// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * panel-bus: an I2C bus with one display that takes everything it is sent. What went over the bus
 * stands in /sys/kernel/debug/panel-bus:
 *
 *   transfers   a line for each: "<nanoseconds of CLOCK_MONOTONIC> <w|r> <bytes in hex>";
 *               writing to it empties it
 *   count       transfers so far, bytes so far, transfers refused, lines that found no room
 *   refuse      so many transfers to come are not acknowledged; -1: all of them
 *   stuck       1: the bus hangs, every transfer times out
 *   ns_per_byte how long a byte takes; 22500 is a bus of 400 kHz
 */
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#define ROOM (2u << 20)

static int bus = 1;
module_param(bus, int, 0444);
MODULE_PARM_DESC(bus, "number of the bus: /dev/i2c-<bus>");

static ushort address = 0x3c;
module_param(address, ushort, 0444);
MODULE_PARM_DESC(address, "the display's address");

struct record {
	u64 at;
	u32 length;
	u8 read;
} __packed;

static DEFINE_MUTEX(guard);
static u8 *records;
static u32 used, transfers, bytes, refused, dropped, ns_per_byte, stuck;
static s32 refuse;
static struct dentry *folder;

static void remember(const struct i2c_msg *message, u64 at)
{
	bool read = message->flags & I2C_M_RD;
	struct record head = { .at = at, .length = read ? 0 : message->len, .read = read };

	if (used + sizeof(head) + head.length > ROOM) {
		dropped++;
		return;
	}
	memcpy(records + used, &head, sizeof(head));
	memcpy(records + used + sizeof(head), message->buf, head.length);
	used += sizeof(head) + head.length;
}

static int transfer_one(struct i2c_msg *message)
{
	u64 at = ktime_get_ns();

	if (stuck) {
		msleep(100);
		return -ETIMEDOUT;
	}
	if (ns_per_byte)
		fsleep((message->len + 1) * (u64)ns_per_byte / 1000);
	if (message->addr != address || refuse) {
		if (refuse > 0)
			refuse--;
		refused++;
		return -EREMOTEIO;
	}
	transfers++;
	bytes += message->len + 1;
	if (message->flags & I2C_M_RD)
		memset(message->buf, 0, message->len);
	remember(message, at);
	return 0;
}

static int transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	int n, failed = 0;

	mutex_lock(&guard);
	for (n = 0; n < count && !failed; n++)
		failed = transfer_one(&messages[n]);
	mutex_unlock(&guard);
	return failed ? failed : count;
}

static u32 functions(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm algorithm = {
	.master_xfer = transfer,
	.functionality = functions,
};

static struct i2c_adapter adapter = {
	.owner = THIS_MODULE,
	.algo = &algorithm,
	.name = "simulated panel",
};

static int show_transfers(struct seq_file *out, void *unused)
{
	u32 place = 0, n;

	mutex_lock(&guard);
	while (place < used) {
		struct record head;

		memcpy(&head, records + place, sizeof(head));
		place += sizeof(head);
		seq_printf(out, "%llu %c ", head.at, head.read ? 'r' : 'w');
		for (n = 0; n < head.length; n++)
			seq_printf(out, "%02x", records[place + n]);
		seq_putc(out, '\n');
		place += head.length;
	}
	mutex_unlock(&guard);
	return 0;
}

static int open_transfers(struct inode *inode, struct file *file)
{
	return single_open(file, show_transfers, NULL);
}

static ssize_t empty_transfers(struct file *file, const char __user *data, size_t size, loff_t *at)
{
	mutex_lock(&guard);
	used = 0;
	mutex_unlock(&guard);
	return size;
}

static const struct file_operations transfers_file = {
	.owner = THIS_MODULE,
	.open = open_transfers,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
	.write = empty_transfers,
};

static int count_show(struct seq_file *out, void *unused)
{
	seq_printf(out, "%u %u %u %u\n", transfers, bytes, refused, dropped);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(count);

static int get_refuse(void *unused, u64 *value)
{
	*value = (u64)(s64)refuse;
	return 0;
}

static int set_refuse(void *unused, u64 value)
{
	refuse = (s32)value;
	return 0;
}
DEFINE_DEBUGFS_ATTRIBUTE_SIGNED(refuse_file, get_refuse, set_refuse, "%lld\n");

static int __init panel_bus_start(void)
{
	int failed;

	records = vmalloc(ROOM);
	if (!records)
		return -ENOMEM;
	adapter.nr = bus;
	failed = i2c_add_numbered_adapter(&adapter);
	if (failed) {
		vfree(records);
		return failed;
	}
	folder = debugfs_create_dir("panel-bus", NULL);
	debugfs_create_file("transfers", 0600, folder, NULL, &transfers_file);
	debugfs_create_file("count", 0400, folder, NULL, &count_fops);
	debugfs_create_file("refuse", 0600, folder, NULL, &refuse_file);
	debugfs_create_u32("stuck", 0600, folder, &stuck);
	debugfs_create_u32("ns_per_byte", 0600, folder, &ns_per_byte);
	return 0;
}

static void __exit panel_bus_end(void)
{
	debugfs_remove_recursive(folder);
	i2c_del_adapter(&adapter);
	vfree(records);
}

module_init(panel_bus_start);
module_exit(panel_bus_end);
MODULE_DESCRIPTION("an I2C bus with a display that takes everything");
MODULE_LICENSE("Dual MIT/GPL");
