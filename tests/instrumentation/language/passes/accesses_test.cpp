// The reads and writes of a kernel are found through pointers, references, structures, casts and calls.
#include <gtest/gtest.h>

#include <string>

#include "instrumentation/language/program.h"

namespace tilescope::language {
namespace {

std::string told(const std::vector<Parameter>& parameters) {
  std::string text;
  for (const Parameter& parameter : parameters) {
    if (!text.empty()) text += ' ';
    text += parameter.name;
    if (parameter.reads || parameter.writes || parameter.is_array) text += ':';
    if (parameter.reads) text += 'r';
    if (parameter.writes) text += 'w';
  }
  return text;
}

Kernel only_kernel(const std::string& text) {
  const Program program = read(text);
  for (const Diagnostic& diagnostic : program.diagnostics())
    EXPECT_NE(diagnostic.severity, Severity::error) << diagnostic.message << "\n" << text;
  EXPECT_EQ(program.kernels().size(), 1U) << text;
  return program.kernels().empty() ? Kernel{} : program.kernels().front();
}

// For a kernel `k` with arrays A, B, C of floats, a number n and this body.
std::string accesses(const std::string& body, const std::string& before = "") {
  return told(
      only_kernel(before + "\n__global__ void k(float* A, float* B, float* C, int n) {\n" + body + "\n}\n").parameters);
}

TEST(Accesses, AreThoseOfElements) {
  EXPECT_EQ(accesses("C[n] = A[n] + B[0];"), "A:r B:r C:w n");
  EXPECT_EQ(accesses("C[n] += A[n];"), "A:r B: C:rw n");
  EXPECT_EQ(accesses("++C[n]; B[0]--;"), "A: B:rw C:rw n");
  EXPECT_EQ(accesses("*C = *(A + n);"), "A:r B: C:w n");
  EXPECT_EQ(accesses("A[0] = B[0] = n;"), "A:w B:w C: n");
}

TEST(Accesses, AreNotWhatOnlyLooksAtAddresses) {
  EXPECT_EQ(accesses("float* p = &A[n]; if (p == B || !C) return; n = sizeof(A[0]);"), "A: B: C: n");
  EXPECT_EQ(accesses("printf(\"%p\", A);"), "A: B: C: n");
  EXPECT_EQ(accesses("long d = &A[n] - B;"), "A: B: C: n");
}

TEST(Accesses, FollowPointers) {
  EXPECT_EQ(accesses("const float* p = A + n; float* q = C; while (n--) *q++ = *p++;"), "A:r B: C:w n");
  EXPECT_EQ(accesses("float* p = A; float* q = B; for (; n; --n) { float* t = p; p = q; q = t; } *p = C[0];"),
            "A:w B:w C:r n");
  EXPECT_EQ(accesses("float* p = n > 0 ? A : B; *p = 1;"), "A:w B:w C: n");
  EXPECT_EQ(accesses("float* all[2] = {A, B}; all[n][0] = C[0];"), "A:w B:w C:r n");
  EXPECT_EQ(accesses("float& r = C[n]; r = A[0];"), "A:r B: C:w n");
  EXPECT_EQ(accesses("volatile float* p = A; float x = *p;"), "A:r B: C: n");
  EXPECT_EQ(accesses("float** p = &A; (*p)[n] = 1;"), "A:w B: C: n");
  EXPECT_EQ(accesses("unsigned long x = (unsigned long)A + 16; *(float*)x = 1;"), "A:w B: C: n");
}

TEST(Accesses, SeeThroughCasts) {
  EXPECT_EQ(accesses("reinterpret_cast<float4*>(C)[n] = reinterpret_cast<const float4*>(A)[n];"), "A:r B: C:w n");
  EXPECT_EQ(accesses("reinterpret_cast<float4&>(C[n]) = *(float4*)&A[n];"), "A:r B: C:w n");
  EXPECT_EQ(accesses("int* p = (int*)A; p[n] = 1;"), "A:w B: C: n");
}

TEST(Accesses, TellCallsApart) {
  const std::string helper = "__device__ void copy(float* to, const float* from, int i) { to[i] = from[i]; }";
  EXPECT_EQ(accesses("copy(A, B, n); copy(B, C, n);", helper), "A:w B:rw C:r n");
  EXPECT_EQ(accesses("copy(C, A, n);", helper), "A:r B: C:w n");
  EXPECT_EQ(accesses("set(C[n]); get(A[n]);",
                     "__device__ void set(float& x) { x = 1; } __device__ float get(const float& x) { return x; }"),
            "A:r B: C:w n");
  EXPECT_EQ(accesses("*at(A, n) = 1; at(C, n);", "__device__ float* at(float* p, int i) { return p + i; }"),
            "A:w B: C: n");
  EXPECT_EQ(accesses("of(C, n) = of(A, n);", "__device__ float& of(float* p, int i) { return p[i]; }"), "A:r B: C:w n");
  EXPECT_EQ(accesses("float* p; pick(&p, A, B, n); *p = 1;",
                     "__device__ void pick(float** p, float* a, float* b, int c) { *p = c ? a : b; }"),
            "A:w B:w C: n");
}

TEST(Accesses, KeepTheMembersOfStructuresApart) {
  const std::string pair = "struct Pair { float* in; float* out; __device__ void go(int i) { out[i] = in[i]; } };";
  EXPECT_EQ(accesses("Pair p = {A, C}; p.go(n);", pair), "A:r B: C:w n");
  EXPECT_EQ(accesses("Pair p; p.in = A; p.out = C; Pair q = p; q.out[0] = q.in[0];", pair), "A:r B: C:w n");
  const std::string text = pair + "__global__ void k(Pair p, int n) { p.out[n] = p.in[n]; }";
  EXPECT_EQ(told(only_kernel(text).parameters), "p.in:r p.out:w n");
}

TEST(Accesses, FollowConstructors) {
  EXPECT_EQ(accesses("View v(A, n); v[0] = B[0];",
                     "struct View { float* data; int n; __device__ View(float* d, int m) : data(d), n(m) {}"
                     " __device__ float& operator[](int i) { return data[i]; } };"),
            "A:w B:r C: n");
}

TEST(Accesses, AreMadeByFunctionsOfCuda) {
  EXPECT_EQ(accesses("atomicAdd(&C[n], A[n]);"), "A:r B: C:rw n");
  EXPECT_EQ(accesses("C[n] = __ldg(&A[n]);"), "A:r B: C:w n");
  EXPECT_EQ(accesses("memcpy(C, A, 4 * n); memset(B, 0, 4);"), "A:r B:w C:w n");
  EXPECT_EQ(accesses("sincosf(A[n], &B[n], C + n);"), "A:r B:w C:w n");
}

TEST(Accesses, OfSharedMemoryAreNobodysElse) {
  EXPECT_EQ(accesses("__shared__ float s[32]; float* p = s; p[threadIdx.x] = A[n]; __syncthreads(); C[n] = p[0];"),
            "A:r B: C:w n");
}

TEST(Accesses, NameTheVariablesOfTheFile) {
  const Kernel kernel = only_kernel(
      "__constant__ float mask[3][3]; __device__ int count; __device__ float unused[4]; struct Size { int w, h; };\n"
      "__constant__ Size size;\n"
      "__global__ void k(float* A) { A[0] = mask[1][1] * size.w; atomicAdd(&count, 1); }");
  EXPECT_EQ(told(kernel.globals), "mask:r count:rw size.w:r size.h");
  EXPECT_TRUE(kernel.globals[0].is_array);
  EXPECT_FALSE(kernel.globals[1].is_array);
  EXPECT_TRUE(kernel.globals[0].type.is(TypeKind::float_));
}

TEST(Accesses, OfListsStayInThem) {
  const Kernel kernel = only_kernel(
      "struct Node { Node* next; int value; };\n"
      "__global__ void k(Node* nodes, float* const* rows) {\n"
      "  nodes->next->next->value = 1; rows[0][1] = 2; }");
  EXPECT_EQ(told(kernel.parameters), "nodes:rw rows:r");
}

TEST(Accesses, AreFoundInTimeInAnyText) {
  std::string text = "__global__ void k(float* A, float* B) {\n  float *p0 = A";
  for (int i = 1; i < 3000; ++i) text += ", *p" + std::to_string(i) + " = B";
  text += ";\n  for (int i = 0; i < 9; ++i) {\n";
  for (int i = 2999; i > 0; --i) text += "p" + std::to_string(i) + " = p" + std::to_string(i - 1) + ";\n";
  text += "  }\n  *p2999 = 1;\n}\n";
  EXPECT_TRUE(only_kernel(text).parameters[0].writes);
}

TEST(Accesses, MergeCallsWhereThereAreTooMany) {
  std::string text = "__device__ void f0(float** x, float** y) { **x = **y; }\n";
  for (int i = 1; i < 16; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    text += "__device__ void f" + std::to_string(i) + "(float** x, float** y) { float* u = *x; float* v = *y; " +
            before + "(&u, &v); " + before + "(&v, &u); }\n";
  }
  text += "__global__ void k(float* A, float* B, float* C) { f15(&A, &B); }\n";
  EXPECT_EQ(told(only_kernel(text).parameters), "A:rw B:rw C:");
}

}  // namespace
}  // namespace tilescope::language
