#!/usr/bin/env python3
"""Writes the large or repetitive hostile texts (31 to 39) into a folder.

usage: python3 make.py FOLDER
"""
import os
import sys


def findings_flood():
    n = 5000
    a = ["// 5000 lines, each with its own write-write race on its own shared cell: line 9 is the first, line 5008 the last.",
         "#include <cuda_runtime.h>",
         "",
         "__global__ void everyone_writes(int *out)",
         "{",
         "    __shared__ int s[%d];" % n,
         "    int t = threadIdx.x;",
         ""]
    a += ["    s[%d] = t * %d + blockIdx.x;" % (k, k + 1) for k in range(n)]
    a += ["    __syncthreads();",
          "    out[blockIdx.x * blockDim.x + t] = s[t];",
          "}",
          "",
          "int main()",
          "{",
          "    int *out;",
          "    cudaMalloc(&out, 64 * 256 * sizeof(int));",
          "    everyone_writes<<<64, 256>>>(out);",
          "    cudaDeviceSynchronize();",
          "}"]
    return "\n".join(a) + "\n"


def functions_and_kernels():
    f, k = 3000, 2000
    a = ["// 3000 device functions, each calling the one before it (a call 3000 deep, no recursion), and 2000 kernels, each launched. All right.",
         "__device__ int f0(int x) { return x; }"]
    a += ["__device__ int f%d(int x) { return f%d(x) + %d; }" % (i, i - 1, i % 10) for i in range(1, f)]
    a += ["__global__ void k%d(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = f%d(%d); }" % (i, f - 1 - i % 7, i)
          for i in range(k)]
    a += ["int main() {", "  int *out;", "  cudaMalloc(&out, 1024 * sizeof(int));"]
    a += ["  k%d<<<8, 128>>>(out);" % i for i in range(k)]
    a += ["  cudaDeviceSynchronize();", "}"]
    return "\n".join(a) + "\n"


def one_long_line():
    terms = " + ".join("%d" % (i % 10) for i in range(150000))
    steps = " ".join("v += p[t] * %d;" % (i % 100) for i in range(20000))
    text = "long string " * 40000
    name = "v" * 50000
    return ("// A kernel on one line of about 1.5 million characters: a sum of 150,000 terms, 20,000 statements, a string of 480,000 letters, a name of 50,000.\n"
            "#include <stdio.h>\n"
            "__global__ void k(int *p, int *q) { int t = threadIdx.x; int v = %s; %s int %s = v; "
            "if (t == 0) printf(\"%s\\n\"); q[t] = %s; } "
            "int main() { int *p, *q; cudaMalloc(&p, 32 * sizeof(int)); cudaMalloc(&q, 32 * sizeof(int)); "
            "k<<<1, 32>>>(p, q); cudaDeviceSynchronize(); }\n" % (terms, steps, name, text, name))


def deep_brackets():
    n = 20000
    index = "a[0 * " * 3000 + "a[0]" + "]" * 3000
    ternary = "".join("t == %d ? %d : " % (i, i * 2) for i in range(10000)) + "-1"
    chain = "x = " * 10000 + "t"
    shut = "// Deep expressions: 20,000 round brackets, 20,000 minus signs, 20,000 braces, 3000 indices in one another, 10,000 conditionals, 10,000 assignments."
    return "\n".join([
        shut,
        "__global__ void deep(int *a, int *out)",
        "{",
        "  int t = threadIdx.x;",
        "  int x = " + "(" * n + "t" + ")" * n + ";",
        "  int y = " + "- " * n + "x;",
        "  " + "{" * n + " y = y + 1; " + "}" * n,
        "  int z = " + index + ";",
        "  int w = " + ternary + ";",
        "  " + chain + ";",
        "  out[t] = x + y + z + w;",
        "}",
        "",
        "int main()",
        "{",
        "  int *a, *out;",
        "  cudaMalloc(&a, 128); cudaMalloc(&out, 128);",
        "  deep<<<1, 32>>>(a, out);",
        "}"]) + "\n"


def deep_if_and_hash_if():
    n = 5000
    a = ["// 5000 ifs inside one another, 5000 #ifs inside one another, and an else-if ladder of 5000 rungs. All right.",
         "__global__ void deep_if(int *p, int n)", "{", "int t = threadIdx.x;", "p[t] = 0;"]
    a += ["if (n > %d) {" % i for i in range(n)]
    a += ["p[t] = t;"]
    a += ["}" for i in range(n)]
    a += ["}", ""]
    a += ["#if %d < %d" % (i, n) for i in range(n)]
    a += ["#define INNERMOST 7"]
    a += ["#endif" for i in range(n)]
    a += ["", "__global__ void ladder(int *p)", "{", "int t = threadIdx.x;", "if (t == 0) p[t] = INNERMOST;"]
    a += ["else if (t == %d) p[t] = %d;" % (i, i * i) for i in range(1, n)]
    a += ["else p[t] = -1;", "}", "",
          "int main()", "{", "int *p;", "cudaMalloc(&p, 256 * sizeof(int));",
          "deep_if<<<1, 256>>>(p, 10000);", "ladder<<<1, 256>>>(p);", "cudaDeviceSynchronize();", "}"]
    return "\n".join(a) + "\n"


def huge_initialisers():
    def ints(n, per=20):
        v = ["%d" % ((i * 7919) % 100003) for i in range(n)]
        return ",\n".join(",".join(v[i:i + per]) for i in range(0, n, per))
    grid = ",\n".join("{" + ",".join("%d" % ((r * c) % 256) for c in range(100)) + "}" for r in range(1000))
    nest, deep = 40, "1"
    for _ in range(nest):
        deep = "{" + deep + "}"
    return "\n".join([
        "// Initialiser lists of 16,384 (constant memory, exactly full), 300,000 and 1000 x 100 numbers, a local one of 4096 in each thread, one with 40 brackets.",
        "__constant__ int lut[16384] = {", ints(16384), "};",
        "__device__ int big[] = {", ints(300000), "};",
        "__device__ unsigned char picture[1000][100] = {", grid, "};",
        "__device__ int cube" + "[1]" * nest + " = " + deep + ";",
        "",
        "__global__ void look_up(int *out)",
        "{",
        "    const int mine[4096] = {", ints(4096), "};",
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;",
        "    out[i] = lut[i % 16384] + big[i % 300000] + picture[i % 1000][i % 100] + mine[i % 4096] + cube" + "[0]" * nest + ";",
        "}",
        "",
        "int main()",
        "{",
        "    int *out;",
        "    cudaMalloc(&out, 300032 * sizeof(int));",
        "    look_up<<<1172, 256>>>(out);",
        "    cudaDeviceSynchronize();",
        "}"]) + "\n"


def many_arrays():
    n = 260
    a = ["// One kernel with 260 pointer parameters, 260 shared arrays and 260 __device__ arrays. All right."]
    a += ["__device__ int g%d[32];" % i for i in range(n)]
    a += ["__global__ void many("]
    a += ["    int *p%d%s" % (i, "," if i < n - 1 else ")") for i in range(n)]
    a += ["{", "    int t = threadIdx.x;"]
    a += ["    __shared__ int s%d[32];" % i for i in range(n)]
    a += ["    s%d[t] = t + %d;" % (i, i) for i in range(n)]
    a += ["    __syncthreads();"]
    a += ["    p%d[t] = s%d[31 - t]; g%d[t] = p%d[t];" % (i, (i * 7) % n, i, i) for i in range(n)]
    a += ["}", "", "int main()", "{", "    int *d[%d];" % n,
          "    for (int i = 0; i < %d; i++) cudaMalloc(&d[i], 32 * sizeof(int));" % n,
          "    many<<<1, 32>>>(" + ", ".join("d[%d]" % i for i in range(n)) + ");",
          "    cudaDeviceSynchronize();", "}"]
    return "\n".join(a) + "\n"


def huge_switch():
    n = 8000
    a = ["// A switch with 8000 cases, taken 10,000 times by each of 65,536 threads, most threads to a different case. All right.",
         "__global__ void dispatch(unsigned *out)", "{",
         "  unsigned id = blockIdx.x * blockDim.x + threadIdx.x;",
         "  unsigned x = id, acc = 0;",
         "  for (int step = 0; step < 10000; step++) {",
         "    x = x * 1103515245u + 12345u;",
         "    switch ((x >> 8) %% %d) {" % n]
    for i in range(n):
        brk = "" if i % 3 == 1 else " break;"
        a.append("    case %d: acc = acc * %du + %du;%s" % (i, i % 13 + 1, i, brk))
    a += ["    default: acc ^= x;", "    }", "  }", "  out[id] = acc;", "}", "",
          "int main()", "{", "  unsigned *out;", "  cudaMalloc(&out, 65536 * sizeof(unsigned));",
          "  dispatch<<<256, 256>>>(out);", "  return 0;", "}"]
    return "\n".join(a) + "\n"


def bad_bytes():
    return b"".join([
        b"\xef\xbb\xbf// Bad bytes: a byte mark at the start, null bytes, broken UTF-8, terminal codes, lone CRs, and an end inside a comment.\r\n",
        b"// nulls \x00\x00\x00 broken \xff\xfe\xc0\x80\xed\xa0\x80\xf5 cut \xe2\x82\n",
        b"// terminal \x1b[2J\x1b[31mred\x1b]0;new title\x07 back \x08\x08\x08 turned \xe2\x80\xaeover\n",
        b"// page <script>alert('hello')</script> <img src=x onerror=alert(1)> &amp; \"'`${x}`\n",
        b"__global__ void good(int *p)\r{\r  p[threadIdx.x] = threadIdx.x;\r}\r",
        b"__global__\x0cvoid\x0bstill_good(int\xc2\xa0*p) { p[threadIdx.x] = 1; }\xe2\x80\xa8\n",
        b"__global__ void na\x00me(int *p) { p[0] = 0; }\n",
        b"__global__ void \xff\xff(int *p) { p[0] = 0; }\n",
        "__global__ void größe_核(int *длина) { длина[threadIdx.x] = 3; }\n".encode("utf-8"),
        b"__global__ void text(int *p) { printf(\"\xc3\x28 \x00 %s %n %*d\\n\", p); p[threadIdx.x + 1000] = '\xe9'; }\n",
        b"#line 4000000000 \"\xff\\\"\n",
        b"#define CAT(a, b) a ## b \\\r\n",
        b"int main() { int *p; cudaMalloc(&p, 128); good<<<1, 32>>>(p); text<<<1, 32>>>(p); }\n",
        b"\x1a\x00" * 1000,
        b"\n/* the file ends in here \xf0\x9f\x98"])


FILES = [
    ("31_findings_flood.cu", findings_flood),
    ("32_functions_and_kernels.cu", functions_and_kernels),
    ("33_one_long_line.cu", one_long_line),
    ("34_deep_brackets.cu", deep_brackets),
    ("35_deep_if_and_hash_if.cu", deep_if_and_hash_if),
    ("36_huge_initialisers.cu", huge_initialisers),
    ("37_many_arrays.cu", many_arrays),
    ("38_huge_switch.cu", huge_switch),
    ("39_bad_bytes.cu", bad_bytes),
]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: python3 make.py FOLDER")
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name, maker in FILES:
        text = maker()
        data = text if isinstance(text, bytes) else text.encode("utf-8")
        path = os.path.join(folder, name)
        with open(path, "wb") as f:
            f.write(data)
        print("%s  %d bytes" % (path, len(data)))


if __name__ == "__main__":
    main()
