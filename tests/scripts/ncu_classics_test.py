"""What scripts/ncu-classics reads of ncu's CSV, and what it makes of it: ncu_classics_test.py PROGRAM SCRIPT.

There is no GPU in it: in ncu's place stands a script that prints pages as ncu does.
"""
import contextlib
import importlib.machinery
import importlib.util
import io
import json
import pathlib
import stat
import sys
import tempfile
import unittest

program, script = sys.argv[1:3]
loader = importlib.machinery.SourceFileLoader("ncu_classics", script)
classics = importlib.util.module_from_spec(importlib.util.spec_from_loader("ncu_classics", loader))
sys.dont_write_bytecode = True
loader.exec_module(classics)

TITLES = ["ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size",
          "Device", "CC"]
KERNEL = ["0", "4242", "tilescope", "127.0.0.1", "transpose_straight(const float *, float *, int)", "1", "7",
          "(32, 32, 1)", "(2, 2, 1)", "0", "9.0"]
# Of transpose_straight, 64 x 64 floats by blocks of 32 x 32: 128 warps load rows, and store columns.
STRAIGHT = {"global load requests": "128", "global load sectors": "512", "global store requests": "128",
            "global store sectors": "4,096"}


def raw_page(numbers, kernels=1, without=None):
    """As `ncu --import --page raw --csv` has it: titles, units, and a row for each kernel."""
    metrics = [(metric, numbers.get(title, "0")) for title, metric, _ in classics.NUMBERS if metric != without]
    quoted = lambda cells: ",".join(f'"{cell}"' for cell in cells)
    lines = ["==PROF== Connected to process 4242", quoted(TITLES + [metric for metric, _ in metrics]),
             quoted([""] * len(TITLES) + ["sector"] * len(metrics))]
    lines += [quoted([str(n)] + KERNEL[1:] + [number for _, number in metrics]) for n in range(kernels)]
    return "\n".join(lines) + "\n"


SOURCE_PAGE = '''"Kernel Name","transpose_straight"
"#","Address","Source","# Samples","# Instructions Executed","# Thread Instructions Executed"
"0","140","      LDC R1, c[0x0][0x28]","1","128","4096"
"1","150","      LDG.E R3, desc[UR4][R2.64]","0","1,128","4096"
"2","160","@!P0  STG.E desc[UR4][R4.64], R3","0","100","3200"
"3","170","      STG.E desc[UR4][R4.64+0x80], R3","0","28","3200"
"4","180","@P0   LDS.128 R8, [R7]","0","0","0"
'''


class Reads(unittest.TestCase):
    def test_numbers_with_commas_behind_what_ncu_says_first(self):
        found = classics.measured(raw_page(STRAIGHT))
        self.assertEqual(found["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"], 4096)
        self.assertEqual(found["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"], 128)

    def test_that_it_was_not_one_kernel(self):
        for kernels in (0, 2):
            with self.assertRaisesRegex(ValueError, f"saw {kernels} kernels"):
                classics.measured(raw_page(STRAIGHT, kernels))
        with self.assertRaisesRegex(ValueError, "saw 0 kernels"):
            classics.measured("==ERROR== The application returned an error code (2).\n")

    def test_that_a_metric_is_not_there(self):
        gone = "smsp__inst_executed_op_shared_st.sum"
        with self.assertRaisesRegex(ValueError, gone):
            classics.measured(raw_page(STRAIGHT, without=gone))
        with self.assertRaisesRegex(ValueError, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"):
            classics.measured(raw_page({"global load requests": "n/a"}))

    def test_instructions_by_their_kinds(self):
        self.assertEqual(classics.instructions(SOURCE_PAGE), {"LDG.E": 1128, "STG.E": 128})


class Measures(unittest.TestCase):
    """The program's own counts beside pages that stand in ncu's place."""

    def measure(self, raw, kernels):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "raw").write_text(raw)
            (folder / "source").write_text(SOURCE_PAGE)
            ncu = folder / "ncu"
            ncu.write_text(f'#!/bin/sh\ncase "$*" in\n*--import*raw*) cat {folder}/raw ;;\n'
                           f'*--import*) cat {folder}/source ;;\n*) echo "$@" >>{folder}/asked ;;\nesac\n')
            ncu.chmod(ncu.stat().st_mode | stat.S_IXUSR)
            shown = io.StringIO()
            with contextlib.redirect_stdout(shown):
                code = classics.main([str(folder / "out"), "--measure", program, str(ncu)] + kernels)
            return code, shown.getvalue(), (folder / "asked").read_text()

    def test_equal_numbers(self):
        code, text, asked = self.measure(raw_page(STRAIGHT), ["transpose_straight"])
        self.assertEqual(code, 0, text)
        self.assertIn("| transpose_straight | 128 | 512 | 128 | 4,096 | 0 |", text)
        self.assertIn("1 launches of 1 kernels: in 1 all 10 numbers are equal, in 0 some differ", text)
        self.assertIn("- global store sectors: equal in 1 of 1", text)
        self.assertIn("- shared load requests: equal in 0 of 0", text)
        self.assertIn("bench plain transpose_straight.cu", asked)

    def test_different_numbers(self):
        code, text, _ = self.measure(raw_page(STRAIGHT | {"global store sectors": "4,095"}), ["transpose_straight"])
        self.assertEqual(code, 0, text)
        self.assertIn("| **4,095 / 4,096** |", text)
        self.assertIn("in 0 all 10 numbers are equal, in 1 some differ", text)
        self.assertIn("- transpose_straight: LDG.E 1,128, STG.E 128", text)

    def test_no_numbers(self):
        code, text, _ = self.measure("==ERROR== no permission\n", ["transpose_straight"])
        self.assertEqual(code, 1)
        self.assertIn("- transpose_straight-1: ncu saw 0 kernels instead of one", text)

    def test_every_launch_of_a_list(self):
        _, text, asked = self.measure(raw_page({}), ["scan_blocks"])
        for number in (1, 2, 3):
            self.assertIn(f"| scan_blocks {number}/3 |", text)
        self.assertIn("bench plain scan_blocks.cu --launch 3", asked)

    def test_all_that_are_not_wrong(self):
        every = json.loads(classics.subprocess.run([program, "kernels", "--json"], capture_output=True).stdout)["kernels"]
        names = classics.right_classics(program)
        self.assertGreater(len(names), 30)
        self.assertIn("transpose_straight", names)
        self.assertIn("copy_strided", names)  # slow, but right
        self.assertNotIn("reduce_barrier_in_branch", names)
        self.assertNotIn("tiled", names)
        self.assertLess(len(names), len(every))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
