// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * pi-model: /proc/device-tree/model and .../system/linux,revision on a machine that has no device
 * tree, so that pin libraries take it for a Raspberry Pi. A proc entry is in every instance of
 * procfs; a service's sandbox mounts its own.
 */
#include <asm/byteorder.h>
#include <linux/module.h>
#include <linux/proc_fs.h>
#include <linux/seq_file.h>

static uint revision = 0x902120;
module_param(revision, uint, 0444);
MODULE_PARM_DESC(revision, "the board's revision code; 902120 is a Zero 2 W");

static char *model = "Raspberry Pi Zero 2 W Rev 1.0";
module_param(model, charp, 0444);
MODULE_PARM_DESC(model, "the board's name");

static struct proc_dir_entry *tree;

static int show_revision(struct seq_file *out, void *unused)
{
	__be32 code = cpu_to_be32(revision);

	return seq_write(out, &code, sizeof(code));
}

static int show_model(struct seq_file *out, void *unused)
{
	return seq_write(out, model, strlen(model) + 1);
}

static int __init pi_model_start(void)
{
	struct proc_dir_entry *system;

	tree = proc_mkdir("device-tree", NULL);
	if (!tree)
		return -EEXIST;
	system = proc_mkdir("system", tree);
	if (!system || !proc_create_single("linux,revision", 0444, system, show_revision) ||
	    !proc_create_single("model", 0444, tree, show_model)) {
		proc_remove(tree);
		return -ENOMEM;
	}
	return 0;
}

static void __exit pi_model_end(void)
{
	proc_remove(tree);
}

module_init(pi_model_start);
module_exit(pi_model_end);
MODULE_DESCRIPTION("a Raspberry Pi's name in /proc/device-tree");
MODULE_LICENSE("Dual MIT/GPL");
