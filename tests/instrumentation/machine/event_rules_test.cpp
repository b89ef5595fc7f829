// The rule of what leaves an event, case by case: small texts, and in words the events of a thread that goes through
// them. instrumentation/machine/compiler/README.md has the rule as a table.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <stdexcept>

#include "instrumentation/machine/block/block.h"
#include "instrumentation/machine/run.h"
#include "tests/instrumentation/machine/recorded.h"

namespace tilescope::machine {
namespace {

// For each of the types that it is for, a text stands in a kernel in which a, b and s are eight elements each of global
// A and B and of shared S, this thread's own: a holds 1 to 8, b 11 to 18. n and c are 4, of an int and of the type.
enum Types : unsigned {
  of_int = 1,
  of_unsigned = 2,
  of_long = 4,
  of_float = 8,
  of_double = 16,
  integers = 7,
  with_signs = 29,
  others_than_int = 30,
  numbers = 31
};

// Events are counted from 0. "load A[1]=2" is what it says; "add x=3 of 0 1" is an addition that x keeps, of what
// events 0 and 1 gave; '-' is a constant, "many" what several events made. A sum whose number is not of the type says
// which it is, and a comparison always; T is the type's own.
struct Case {
  const char* text;
  const char* events;
  unsigned types = numbers;
};

const Case cases[] = {
    // Loads and stores, and what is not an arithmetic of the rule.
    {"a[1] = a[0];", "load A[0]=1, store A[1]=1 of 0"},
    {"T x = a[0]; a[1] = x;", "load A[0]=1, store A[1]=1 of 0"},
    {"a[0] = c;", "store A[0]=4 of -"},
    {"a[1] = -a[0];", "load A[0]=1, store A[1]=-1 of 0", with_signs},
    {"a[2] = a[0] * a[1];", "load A[0]=1, load A[1]=2, store A[2]=2 of many"},
    {"a[2] = b[0] / a[0];", "load B[0]=11, load A[0]=1, store A[2]=11 of many"},
    {"T x = a[0] * a[1] * c; a[2] = x;", "load A[0]=1, load A[1]=2, store A[2]=8 of many"},
    {"T x = -(a[0] + a[1]); a[2] = x;", "load A[0]=1, load A[1]=2, store A[2]=-3 of many", with_signs},
    {"T x = (a[0] + a[1]) * c; a[2] = x;", "load A[0]=1, load A[1]=2, store A[2]=12 of many"},

    // Additions to a variable.
    {"T sum = 0; sum += a[1];", "load A[1]=2, add sum=2 of 0"},
    {"T sum = 0; sum -= a[1];", "load A[1]=2, add sum=-2 of 0", with_signs},
    {"T sum = 0; sum = sum + a[1];", "load A[1]=2, add sum=2 of 0"},
    {"T sum = 0; sum = a[1] + sum;", "load A[1]=2, add sum=2 of 0"},
    {"T sum = 0; sum = sum - a[1];", "load A[1]=2, add sum=-2 of 0", with_signs},
    {"T x = a[0]; x++;", "load A[0]=1, add x=2 of -"},
    {"T x = a[0]; ++x;", "load A[0]=1, add x=2 of -"},
    {"T x = a[3]; x--;", "load A[3]=4, add x=3 of -"},
    {"T x = a[3]; --x;", "load A[3]=4, add x=3 of -"},
    {"T x = a[0]; a[1] = x++;", "load A[0]=1, add x=2 of -, store A[1]=1 of 0"},
    {"T x = a[0]; x += 3;", "load A[0]=1, add x=4 of -"},
    {"T x = 1; x += c;", ""},
    {"T sum = 0; for (int i = 0; i < 3; ++i) sum += a[i];",
     "load A[0]=1, add sum=1 of 0, load A[1]=2, add sum=3 of 2, load A[2]=3, add sum=6 of 4"},

    // Of two.
    {"T x = a[0] + a[1];", "load A[0]=1, load A[1]=2, add x=3 of 0 1"},
    {"T x; x = b[0] - a[0];", "load B[0]=11, load A[0]=1, add x=10 of 0 1"},
    {"T x = a[0] + 1;", "load A[0]=1, add x=2 of 0"},
    {"T x = 1 + a[0];", "load A[0]=1, add x=2 of - 0"},
    {"T x = -a[0] + b[0];", "load A[0]=1, load B[0]=11, add x=10 of 0 1"},
    {"T x = c - a[0];", "load A[0]=1, add x=3 of - 0"},
    {"T x = a[0] + a[1] + a[2];", "load A[0]=1, load A[1]=2, load A[2]=3, add x=3 of 0 1, add x=6 of 2"},
    {"T x = (a[0] + a[1]) + a[2];", "load A[0]=1, load A[1]=2, load A[2]=3, add x=3 of 0 1, add x=6 of 2"},
    {"T x = a[0] + (a[1] + a[2]);", "load A[0]=1, load A[1]=2, load A[2]=3, add x=6 of 0 many"},
    {"T x = ((a[0])) + ((((a[1]))));", "load A[0]=1, load A[1]=2, add x=3 of 0 1"},
    {"T x = a[0] + (b[0] - a[1]) - 1;", "load A[0]=1, load B[0]=11, load A[1]=2, add x=10 of 0 many, add x=9 of -"},
    {"T x = a[2]; x = x + x;", "load A[2]=3, add x=6 of 0"},
    {"T x = a[2]; x = x - a[0] + x;", "load A[2]=3, load A[0]=1, add x=2 of 1, add x=5 of 0"},
    {"T x = t + 1 + a[0];", "load A[0]=1, add x=2 of - 0"},

    // Products.
    {"T sum = 0; sum += a[1] * b[1];", "load A[1]=2, load B[1]=12, multiply_add sum=24 of 0 1"},
    {"T sum = 0; sum = sum + a[1] * b[1];", "load A[1]=2, load B[1]=12, multiply_add sum=24 of 0 1"},
    {"T sum = 0; sum = a[1] * b[1] + sum;", "load A[1]=2, load B[1]=12, multiply_add sum=24 of 0 1"},
    {"T sum = 0; sum -= a[1] * b[1];", "load A[1]=2, load B[1]=12, multiply_add sum=-24 of 0 1", with_signs},
    {"T sum = 0; sum += -a[1] * b[1];", "load A[1]=2, load B[1]=12, multiply_add sum=-24 of 0 1", with_signs},
    {"T sum = 0; sum += a[1] * 2;", "load A[1]=2, multiply_add sum=4 of 0 -"},
    {"T x = b[0] - a[1] * a[2];", "load B[0]=11, load A[1]=2, load A[2]=3, start x=11 of 0, multiply_add x=5 of 1 2"},
    {"T x = a[0] - b[0] * c;", "load A[0]=1, load B[0]=11, start x=1 of 0, multiply_add x=-43 of 1 -", with_signs},
    {"T x = a[0] * a[1] - a[2];", "load A[0]=1, load A[1]=2, load A[2]=3, start x=-3 of 2, multiply_add x=-1 of 0 1",
     with_signs},
    {"T x = 1 + a[0] * a[1];", "load A[0]=1, load A[1]=2, multiply_add x=3 of 0 1"},
    {"T x = a[0] + b[0] * b[1] + a[1] * a[2];",
     "load A[0]=1, load B[0]=11, load B[1]=12, load A[1]=2, load A[2]=3, start x=1 of 0, multiply_add x=133 of 1 2, "
     "multiply_add x=139 of 3 4"},
    {"T x = (T)t * c + a[0];", "load A[0]=1, start x=1 of 0, multiply_add x=1 of - -"},
    {"T x = a[0] * (a[1] + a[2]) + 1;", "load A[0]=1, load A[1]=2, load A[2]=3, multiply_add x=6 of 0 many"},
    {"T x = fmaf(a[0], a[1], a[2]);", "load A[0]=1, load A[1]=2, load A[2]=3, start x=3 of 2, multiply_add x=5 of 0 1",
     of_float},
    {"T x = 0; x = fma(a[0], a[1], x); a[3] = x;",
     "load A[0]=1, load A[1]=2, multiply_add x=2 of 0 1, store A[3]=2 of 2", of_double},
    {"T x = __fadd_rn(a[0], a[1]); x = __fsub_rn(x, a[0]);",
     "load A[0]=1, load A[1]=2, add x=3 of 0 1, load A[0]=1, add x=2 of 3", of_float},

    // Minima and maxima.
    {"T m = a[0]; m = max(m, a[1]);", "load A[0]=1, load A[1]=2, greatest m=2 of 0 1"},
    {"T m = a[0]; m = max(a[1], m);", "load A[0]=1, load A[1]=2, greatest m=2 of 1 0"},
    {"T m = a[0]; m = min(m, a[1]);", "load A[0]=1, load A[1]=2, least m=1 of 0 1"},
    {"T m = max(a[1], a[0]);", "load A[1]=2, load A[0]=1, greatest m=2 of 0 1"},
    {"T m = min(a[1], c);", "load A[1]=2, least m=2 of 0 -"},
    {"T m = max(0, a[0]);", "load A[0]=1, greatest m=1 of - 0", of_int},
    {"T m = max((T)0, a[0]);", "load A[0]=1, greatest m=1 of - 0"},
    {"T m = fmaxf(a[0], a[1]); m = fminf(m, 0.5f);",
     "load A[0]=1, load A[1]=2, greatest m=2 of 0 1, least m=0.5 of 2 -", of_float},
    {"T m = fmax(a[0], a[1]); m = fmin(m, 0.5);", "load A[0]=1, load A[1]=2, greatest m=2 of 0 1, least m=0.5 of 2 -",
     of_double},
    {"T m = umax(a[0], a[1]); m = umin(m, a[2]);",
     "load A[0]=1, load A[1]=2, greatest m=2 of 0 1, load A[2]=3, least m=2 of 2 3", of_unsigned},
    {"T m = llmax(a[0], a[1]); m = llmin(m, a[0]);",
     "load A[0]=1, load A[1]=2, greatest m=2 of 0 1, load A[0]=1, least m=1 of 2 3", of_long},
    {"T m = max(max(a[0], a[1]), a[2]);",
     "load A[0]=1, load A[1]=2, load A[2]=3, greatest m=2 of 0 1, greatest m=3 of 3 2"},
    {"T m = max(a[0], max(a[1], a[2]));",
     "load A[0]=1, load A[1]=2, load A[2]=3, greatest m=3 of 1 2, greatest m=3 of 0 3"},
    {"T m = min(max(a[0], c), b[0]);", "load A[0]=1, load B[0]=11, greatest m=4 of 0 -, least m=4 of 2 1"},
    {"T m = max(max(a[0], a[1]), max(a[2], a[3]));",
     "load A[0]=1, load A[1]=2, load A[2]=3, load A[3]=4, greatest m=2 of 0 1, greatest m=4 of 4 many"},
    {"T m = a[0]; for (int i = 1; i < 3; ++i) m = max(m, a[i]);",
     "load A[0]=1, load A[1]=2, greatest m=2 of 0 1, load A[2]=3, greatest m=3 of 2 3"},
    {"T m = a[2]; m = max(min(m, a[1]), m);", "load A[2]=3, load A[1]=2, least m=2 of 0 1, greatest m=3 of 2 0"},
    {"T m = max(a[0] + a[1], a[2]);", "load A[0]=1, load A[1]=2, load A[2]=3, add m=3 of 0 1, greatest m=3 of 3 2"},
    {"T m = a[0]; m = max(m, a[1] + b[0]);",
     "load A[0]=1, load A[1]=2, load B[0]=11, add m=13 of 1 2, greatest m=13 of 0 3"},
    {"T m = a[0]; m = max(m, a[1] * b[0] + a[2]);",
     "load A[0]=1, load A[1]=2, load B[0]=11, load A[2]=3, start m=3 of 3, multiply_add m=25 of 1 2, greatest m=25 of "
     "0 5"},
    {"T m = max(a[0], a[1]) + a[2];", "load A[0]=1, load A[1]=2, load A[2]=3, greatest m=2 of 0 1, add m=5 of 2"},
    {"T m = max(a[0], a[1]) - a[2] * c;",
     "load A[0]=1, load A[1]=2, load A[2]=3, greatest m=2 of 0 1, multiply_add m=-10 of 2 -", with_signs},
    {"T m = max(a[0], a[1]) * c; a[2] = m;", "load A[0]=1, load A[1]=2, store A[2]=8 of many"},
    {"T m = max(a[0], (T)(t + 1));", "load A[0]=1, greatest m=1 of 0 -"},
    {"T m = max(c, (T)n); a[0] = m;", "store A[0]=4 of -"},
    {"T m = 0; m += max(a[0], a[1]);", "load A[0]=1, load A[1]=2, add m=2 of many"},
    {"float m = fmaxf(a[0], a[1]);", "load A[0]=1, load A[1]=2, greatest m:f32=2 of 0 1", of_int},
    {"double m = fmax(a[0], a[1]);", "load A[0]=1, load A[1]=2, greatest m=2 of 0 1", of_float},
    {"int m = max(a[0], a[1]);", "load A[0]=1, load A[1]=2, greatest m=2 of 0 1", of_long},
    {"T m = a[0]; m = fmaxf(m, -m);", "load A[0]=1, greatest m=1 of 0 0", of_float},
    {"T m = max(1.5f, a[0]);", "load A[0]=1, greatest m=1.5 of - 0", of_double},
    {"T m = max(a[0], 1.5);", "load A[0]=1, greatest m:f64=1.5 of 0 -", of_float},
    {"a[2] = max(1.5f, a[0]) * 2;", "load A[0]=1, store A[2]=3 of 0", of_double},
    {"T m = -max(a[0], a[1]); a[2] = m;", "load A[0]=1, load A[1]=2, store A[2]=-2 of many", with_signs},
    {"const T m{max(a[0], a[1])}; a[2] = m;", "load A[0]=1, load A[1]=2, greatest m=2 of 0 1, store A[2]=2 of 2"},

    // As they are written with ? and :.
    {"T x = a[0], y = a[1]; T m = x > y ? x : y;", "load A[0]=1, load A[1]=2, greatest m=2 of 0 1"},
    {"T x = a[0], y = a[1]; T m = x < y ? x : y;", "load A[0]=1, load A[1]=2, least m=1 of 0 1"},
    {"T x = a[0], y = a[1]; T m = x >= y ? y : x;", "load A[0]=1, load A[1]=2, least m=1 of 0 1"},
    {"T x = a[0], y = a[1]; T m = x <= y ? y : x;", "load A[0]=1, load A[1]=2, greatest m=2 of 0 1"},
    {"T m = a[0]; m = a[1] > m ? a[1] : m;", "load A[0]=1, load A[1]=2, load A[1]=2, greatest m=2 of 1 0"},
    {"T m = a[1]; m = a[0] > m ? a[0] : m;", "load A[1]=2, load A[0]=1, greatest m=2 of 1 0"},
    {"T x = a[0]; a[1] = x > 0 ? x : 0;", "load A[0]=1, greatest A[1]=1 of 0 -, store A[1]=1 of 1"},
    {"T x = a[0]; T m = x > c ? x : c;", "load A[0]=1, greatest m=4 of 0 -"},
    {"T x = a[0]; T m = (x > a[1] ? x : a[1]) + b[0];",
     "load A[0]=1, load A[1]=2, load A[1]=2, load B[0]=11, greatest m=2 of 0 1, add m=13 of 3"},
    {"T x = a[0], y = a[1]; T m = max(x < y ? x : y, c);",
     "load A[0]=1, load A[1]=2, least m=1 of 0 1, greatest m=4 of 2 -"},
    {"T x = a[0], y = a[1]; T m = x > y ? y : c; a[2] = m;", "load A[0]=1, load A[1]=2, store A[2]=4 of -"},
    {"T x = a[0], y = a[1]; T m = x > y ? x + 1 : y; a[2] = m;", "load A[0]=1, load A[1]=2, store A[2]=2 of 1"},
    {"T m = c > (T)n ? c : (T)n; a[2] = m;", "store A[2]=4 of -"},
    {"T x = n > 2 ? a[0] : a[1]; a[2] = x;", "load A[0]=1, store A[2]=1 of 0"},
    {"T x = n > 2 ? a[0] + a[1] : c; a[2] = x;", "load A[0]=1, load A[1]=2, store A[2]=3 of many"},

    // Comparisons.
    {"bool p = a[0] < a[1]; a[2] = p;", "load A[0]=1, load A[1]=2, compare p:i32=1 of 0 1, store A[2]=1 of 2"},
    {"bool p = a[0] > a[1]; a[2] = p;", "load A[0]=1, load A[1]=2, compare p:i32=0 of 0 1, store A[2]=0 of 2"},
    {"bool p = a[0] <= c;", "load A[0]=1, compare p:i32=1 of 0 -"},
    {"bool p = a[0] >= c;", "load A[0]=1, compare p:i32=0 of 0 -"},
    {"bool p = 1 == a[0];", "load A[0]=1, compare p:i32=1 of - 0"},
    {"bool p; p = a[0] != a[1];", "load A[0]=1, load A[1]=2, compare p:i32=1 of 0 1"},
    {"int p = a[0] < a[1];", "load A[0]=1, load A[1]=2, compare p:i32=1 of 0 1"},
    {"unsigned p = a[0] < a[1];", "load A[0]=1, load A[1]=2, compare p:u32=1 of 0 1"},
    {"long long p = a[0] < a[1];", "load A[0]=1, load A[1]=2, compare p:i64=1 of 0 1"},
    {"float p = a[0] < a[1];", "load A[0]=1, load A[1]=2, compare p:f32=1 of 0 1"},
    {"double p = a[0] == a[1];", "load A[0]=1, load A[1]=2, compare p:f64=0 of 0 1"},
    {"T x = a[0]; x = x < 2;", "load A[0]=1, compare x:T=1 of 0 -"},
    {"char p = a[0] < a[1];", "load A[0]=1, load A[1]=2, compare p:i32=1 of 0 1"},
    {"a[2] = a[0] < a[1];", "load A[0]=1, load A[1]=2, compare A[2]:T=1 of 0 1, store A[2]=1 of 2"},
    {"bool p = a[0] + a[1] < c;", "load A[0]=1, load A[1]=2, compare p:i32=1 of many -"},
    {"bool p = (a[0] < a[1]) == (t == 0);", "load A[0]=1, load A[1]=2, compare p:i32=1 of many -"},
    {"bool p = t < n; a[0] = p;", "store A[0]=1 of -"},
    {"bool p = c == (T)n; a[0] = p;", "store A[0]=1 of -"},
    {"bool p = !(a[0] < a[1]); a[2] = p;", "load A[0]=1, load A[1]=2, store A[2]=0 of many"},
    {"bool p = a[0] < c && a[1] < c; a[2] = p;", "load A[0]=1, load A[1]=2, store A[2]=1 of many"},
    {"int p = 0; p += a[0] < a[1];", "load A[0]=1, load A[1]=2, add p:i32=1 of many", others_than_int},
    {"if (a[0] < a[1]) a[2] = c;", "load A[0]=1, load A[1]=2, store A[2]=4 of -"},
    {"while (a[0] > a[1]) a[2] = c;", "load A[0]=1, load A[1]=2"},
    {"if (a[0] + a[1] > c || max(a[0], c) < 1) a[2] = c;", "load A[0]=1, load A[1]=2, load A[0]=1"},
    {"bool p; if ((p = a[0] < a[1])) a[2] = c;", "load A[0]=1, load A[1]=2, compare p:i32=1 of 0 1, store A[2]=4 of -"},
    {"auto p = a[0] < a[1]; T x = p ? c : a[0]; a[2] = x;",
     "load A[0]=1, load A[1]=2, compare p:i32=1 of 0 1, store A[2]=4 of -"},
    {"const bool p = a[0] < a[1], q = a[0] == a[0];",
     "load A[0]=1, load A[1]=2, compare p:i32=1 of 0 1, load A[0]=1, load A[0]=1, compare q:i32=1 of 3 4"},
    {"bool p = a + 1 == b; bool q = a != nullptr; if (p && q) a[0] = c;", ""},

    // Where it is kept.
    {"a[0] += a[1];", "load A[1]=2, load A[0]=1, add A[0]=3 of 0, store A[0]=3 of 2"},
    {"a[0] += 1;", "load A[0]=1, add A[0]=2 of -, store A[0]=2 of 1"},
    {"a[0]++;", "load A[0]=1, add A[0]=2 of -, store A[0]=2 of 1"},
    {"a[0] += a[1] * b[0];", "load A[1]=2, load B[0]=11, load A[0]=1, multiply_add A[0]=23 of 0 1, store A[0]=23 of 3"},
    {"a[0] = max(a[0], a[1]);", "load A[0]=1, load A[1]=2, greatest A[0]=2 of 0 1, store A[0]=2 of 2"},
    {"a[n] = min(a[0], c);", "load A[0]=1, least A[4]=1 of 0 -, store A[4]=1 of 1"},
    {"s[0] = a[0]; s[0] += a[1];",
     "load A[0]=1, store S[0]=1 of 0, load A[1]=2, load S[0]=1, add S[0]=3 of 2, store S[0]=3 of 4"},
    {"s[0] = a[1]; s[1] = max(s[0], c);",
     "load A[1]=2, store S[0]=2 of 0, load S[0]=2, greatest S[1]=4 of 2 -, store S[1]=4 of 3"},
    {"s[0] = a[0]; s[1] = s[0] < c;",
     "load A[0]=1, store S[0]=1 of 0, load S[0]=1, compare S[1]:T=1 of 2 -, store S[1]=1 of 3"},
    {"T own[2] = {0, 0}; own[1] += a[0]; own[1] = max(own[1], a[1]);",
     "load A[0]=1, add own[1]=1 of 0, load A[1]=2, greatest own[1]=2 of 1 2"},
    {"T own[2]; for (int i = 0; i < 2; ++i) own[i] = a[i]; own[1] = max(own[0], own[1]); a[2] = own[1];",
     "load A[0]=1, load A[1]=2, greatest own[1]=2 of 0 1, store A[2]=2 of 2"},
    {"T own[4]; own[1] = a[1]; own[t % 2 + 1] = own[1] + a[0]; a[2] = own[1];",
     "load A[1]=2, load A[0]=1, add own[1]=3 of 0 1, store A[2]=3 of 2"},
    {"bool own[2]; own[1] = a[0] < a[1];", "load A[0]=1, load A[1]=2, compare own[1]:i32=1 of 0 1"},
    {"T own[2] = {a[0] + a[1], max(a[0], c)}; a[2] = own[0];",
     "load A[0]=1, load A[1]=2, load A[0]=1, store A[2]=3 of many"},
    {"T& r = a[1]; r += a[0];", "load A[0]=1, load A[1]=2, add A[1]=3 of 0, store A[1]=3 of 2"},
    {"T x = a[0]; T& r = x; r = max(r, a[1]);", "load A[0]=1, load A[1]=2, greatest x=2 of 0 1"},
    {"T x = a[0]; raise(x, a[1]);", "load A[0]=1, load A[1]=2, greatest x=2 of 0 1"},
    {"raise(a[0], a[1]);", "load A[1]=2, load A[0]=1, greatest A[0]=2 of 1 0, store A[0]=2 of 2"},
    {"Range r; r.low = a[0]; r.high = max(r.low, a[1]); r.high += c;",
     "load A[0]=1, load A[1]=2, greatest r[1]=2 of 0 1, add r[1]=6 of -"},
    {"T* p = a + n; *p = *p + b[0];", "load A[4]=5, load B[0]=11, add A[4]=16 of 0 1, store A[4]=16 of 2"},
    {"T x = a[0]; T* p = &x; *p = max(*p, a[1]); a[2] = x;",
     "load A[0]=1, load A[1]=2, greatest x=2 of 0 1, store A[2]=2 of 2"},
    {"T* p = n > 2 ? a : b; *p = max(*p, c);", "load A[0]=1, greatest A[0]=4 of 0 -, store A[0]=4 of 1"},
    {"T* p = t % 2 == 0 ? a : s; p[1] = p[0] < c;", "load A[0]=1, compare A[1]:T=1 of 0 -, store A[1]=1 of 1"},
    {"T x = a[0]; for (int i = 0; i < 2; ++i) { T& r = i == 0 ? a[1] : a[2]; r += x; }",
     "load A[0]=1, load A[1]=2, add A[1]=3 of 0, store A[1]=3 of 2, load A[2]=3, add A[2]=4 of 0, store A[2]=4 of 5"},
    {"T x, y; x = y = a[0] + a[1];", "load A[0]=1, load A[1]=2, add y=3 of 0 1"},
    {"T x = a[0]; T y = (x += a[1]) + b[0];", "load A[0]=1, load A[1]=2, add x=3 of 1, load B[0]=11, add y=14 of 2 3"},

    // Functions.
    {"T x = sum_of(a[0], a[1]); a[2] = x;", "load A[0]=1, load A[1]=2, store A[2]=3 of many"},
    {"T x = larger(a[0], a[1]); a[2] = x;", "load A[0]=1, load A[1]=2, store A[2]=2 of 1"},
    {"T x = kept_sum(a[0], a[1]); a[2] = x;", "load A[0]=1, load A[1]=2, add kept=3 of 0 1, store A[2]=3 of 2"},
    {"T x = sum_of(a[0], a[1]) + a[2];", "load A[0]=1, load A[1]=2, load A[2]=3, add x=6 of many 2"},
    {"T x = fabs(a[0]) + sqrt(a[3]);", "load A[0]=1, load A[3]=4, add x=3 of 0 1", of_float | of_double},

    // What comes from atomics and other threads.
    {"T x = atomicAdd(&a[0], c); x += 1;", "atomic A[0]=1, add x=2 of -", of_int | of_unsigned | of_float | of_double},
    {"T x = atomicExch(&a[0], c) + a[1];", "atomic A[0]=1, load A[1]=2, add x=3 of 0 1",
     of_int | of_unsigned | of_float},
    {"T m = max(atomicMax(&a[0], c), a[1]);", "atomic A[0]=1, load A[1]=2, greatest m=2 of 0 1", integers},
    {"bool p = atomicCAS(&a[0], (T)1, c) == 1;", "atomic A[0]=1, compare p:i32=1 of 0 -", of_int | of_unsigned},
    {"T x = a[0]; x += __shfl_xor_sync(0xffffffff, x, 0);", "load A[0]=1, shuffle=1, add x=2 of 1"},
    {"T m = a[0]; m = max(m, __shfl_xor_sync(0xffffffff, m, 0));", "load A[0]=1, shuffle=1, greatest m=1 of 0 1"},
    {"bool p = __shfl_sync(0xffffffff, c, 0) < 5;", "shuffle=4, compare p:i32=1 of 0 -"},
    {"T x = __shfl_sync(0xffffffff, c, 0) * c + 1;", "shuffle=4, multiply_add x=17 of 0 -"},
    {"int votes = __popc(__ballot_sync(1, 1)); int x = votes + 1;", "vote=1, add x=2 of 0", of_int},

    // Index arithmetic, and sums of constants.
    {"int i = n + 1; a[i - 4] = a[i];", "load A[5]=6, store A[1]=6 of 0"},
    {"int i = t * 8 + n; A[i] = c;", "store A[4]=4 of -"},
    {"int i = min(n, 5); a[i] = c;", "store A[4]=4 of -"},
    {"bool inside = t < n && n > 2; if (inside) a[0] = c;", "store A[0]=4 of -"},
    {"a[place(1, 1)] = b[place(t, 0) + 1];", "load B[1]=12, store A[3]=12 of 0"},
    {"a[n - 1 - t % 2] = c;", "store A[3]=4 of -"},
    {"for (int i = 0; i < n; i += 2) a[i] = c;", "store A[0]=4 of -, store A[2]=4 of -"},
    {"T x = c + 1; x += c; x = x * c - 1; a[0] = x;", "store A[0]=35 of -"},
    {"T x = 1; x += 2; x = max(x, (T)5); a[0] = x;", "store A[0]=5 of -"},
    {"int i = 0; i++; i += n; i = max(i, 3); bool p = i == 5; a[i] = p;", "store A[5]=1 of -"},
    {"T* p = a; p += 2; *p++ = c; *p = c;", "store A[2]=4 of -, store A[3]=4 of -"},
    {"int i = (int)a[0]; a[i + 1] = c;", "load A[0]=1, store A[2]=4 of -"},
    {"int i = (int)a[0] + 1; a[i] = c;", "load A[0]=1, add i:i32=2 of 0, store A[2]=4 of -", others_than_int},

    // For other types than the variable's.
    {"int x = a[0] + a[1];", "load A[0]=1, load A[1]=2, add x=3 of 0 1", of_float | of_double},
    {"float x = a[0] + 0.5;", "load A[0]=1, add x:f64=1.5 of 0", of_float},
    {"short x = a[0] + a[1];", "load A[0]=1, load A[1]=2, add x=3 of 0 1", of_int},
    {"double sum = 0; sum += a[0];", "load A[0]=1, add sum:f64=1 of 0", of_float},
    {"unsigned char x = a[0]; x = x > 7 ? x : 7;", "load A[0]=1, greatest x=7 of 0 -", of_int},
    {"bool p = a[0] - a[0]; a[1] = p;", "load A[0]=1, load A[0]=1, add p=0 of 0 1, store A[1]=0 of 2"},
};

struct NamedType {
  const char* name;
  Number number;
};
constexpr NamedType types[] = {{"int", Number::i32},
                               {"unsigned", Number::u32},
                               {"long long", Number::i64},
                               {"float", Number::f32},
                               {"double", Number::f64}};

std::string text_of(const char* text, const char* type) {
  return fmt::format(
      "using T = {};\n"
      "struct Range {{ T low, high; }};\n"
      "__device__ T sum_of(T x, T y) {{ return x + y; }}\n"
      "__device__ T larger(T x, T y) {{ return x > y ? x : y; }}\n"
      "__device__ T kept_sum(T x, T y) {{ T kept = x + y; return kept; }}\n"
      "__device__ void raise(T& to, T x) {{ to = max(to, x); }}\n"
      "__device__ int place(int row, int column) {{ return row * 2 + column; }}\n"
      "__global__ void k(T* A, T* B, int n, T c) {{\n"
      "  __shared__ T S[512];\n"
      "  int t = threadIdx.x;\n"
      "  T *a = A + t * 8, *b = B + t * 8, *s = S + t * 8;\n"
      "  {}\n"
      "}}\n",
      type, text);
}

std::uint64_t bits_of(Number number, int value) {
  if (number == Number::f32) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  if (number == Number::f64) return std::bit_cast<std::uint64_t>(static_cast<double>(value));
  return static_cast<std::uint64_t>(value);
}

Launch launch_of(const Code& code, Number number, std::uint32_t threads) {
  Launch launch;
  launch.block = {threads, 1, 1};
  launch.grid = {1, 1, 1};
  const std::size_t bytes = is_wide(number) ? 8 : 4;
  for (const Array& array : code.arrays) {
    std::vector<std::byte> content(array.given == nullptr ? 0 : bytes * 8 * threads);
    for (std::size_t n = 0; n * bytes < content.size(); ++n) {
      const std::uint64_t bits = bits_of(number, static_cast<int>(n % 8) + (array.name == "A" ? 1 : 11));
      std::memcpy(content.data() + n * bytes, &bits, bytes);
    }
    launch.arrays.push_back(std::move(content));
  }
  for (const Code::Scalar& scalar : code.scalars)
    launch.scalars.push_back(code.kernel->parameters[scalar.parameter].name == "c" ? bits_of(number, 4) : 4);
  return launch;
}

const char* name_of(Number number) {
  constexpr const char* names[] = {"i32", "u32", "i64", "u64", "f32", "f64"};
  return names[static_cast<int>(number)];
}

std::string origin(std::uint32_t from) {
  return from == no_origin ? " -" : from == many_origins ? " many" : fmt::format(" {}", from);
}

std::string sum_in_words(const Event& event, std::uint32_t self, const std::string& name, Number usual) {
  constexpr const char* forms[] = {"start", "add", "multiply_add", "least", "greatest", "compare"};
  const SumForm form = event.sum_form();
  std::string words = fmt::format("{} {}", forms[static_cast<int>(form)], name);
  if (form == SumForm::compare || event.at->number != usual) words += fmt::format(":{}", name_of(event.at->number));
  words += fmt::format("={} of", as_double(event.at->number, event.bits)) + origin(event.first_operand(self));
  const bool second = form > SumForm::add || event.second_operand(self) != no_origin;
  return second ? words + origin(event.second_operand(self)) : words;
}

std::string in_words(const Event& event, std::uint32_t self, const Code& code, Number usual) {
  constexpr const char* kinds[] = {"load",    "store",   "load",   "store",   "",    "arrive",
                                   "release", "outside", "atomic", "shuffle", "vote"};
  std::string name = event.array() < code.arrays.size() ? code.arrays[event.array()].name : "";
  const bool in_array = event.array() < code.arrays.size() &&
                        (code.arrays[event.array()].space != Space::local || !code.arrays[event.array()].sides.empty());
  if (in_array || event.index != 0) name += fmt::format("[{}]", event.index);
  if (event.kind() == Kind::partial_sum) return sum_in_words(event, self, name, usual);
  std::string words =
      fmt::format("{} {}={}", kinds[static_cast<int>(event.kind())], name, as_double(event.at->number, event.bits));
  if (event.kind() == Kind::shuffle || event.kind() == Kind::vote)
    words = fmt::format("{}={}", kinds[static_cast<int>(event.kind())], as_double(event.at->number, event.bits));
  const bool gives = event.kind() == Kind::global_store || event.kind() == Kind::shared_store;
  return gives ? words + " of" + origin(event.origin) : words;
}

struct EventRunMode {
  std::uint32_t threads = 1;
  bool in_turns = false;
};

std::string in_words(const Code& code, const BlockResult& block, Number usual) {
  std::string words;
  std::uint32_t number = 0;
  for (const Event event : test::events_of(code, block, 0)) {
    words += (number == 0 ? "" : ", ") + in_words(event, number, code, usual);
    ++number;
  }
  return words;
}

Prepared prepared(const Case& one, const NamedType& type) {
  language::Program program = language::read(text_of(one.text, type.name));
  for (const language::Diagnostic& d : program.diagnostics())
    if (d.severity == language::Severity::error) throw std::runtime_error(one.text + (": " + d.message));
  const language::Kernel& kernel = program.kernels().front();
  return {std::move(program), kernel};
}

std::string events_of(const Prepared& kernel, const NamedType& type, EventRunMode way) {
  const Launch launch = launch_of(kernel.code(), type.number, way.threads);
  if (way.in_turns) {
    const Code& apart = kernel.code(Lanes::apart);
    Block block(apart, launch, std::make_shared<EventPool>(4), true, 1);
    return in_words(apart, block.run(0, 1, true)[0], type.number);
  }
  RunOptions options;
  options.cores = 1;
  options.pool = std::make_shared<EventPool>(4);
  const Ran ran = run(kernel, launch, options);
  if (ran.fault) return ran.fault->message;
  if (ran.in_turns()) return "in turns";
  options.keeps = [](std::uint64_t) { return false; };
  const Ran counted = run(kernel, launch, options);
  if (test::tallies_of(*ran.code, ran.blocks[0], way.threads) != counted.blocks[0].tallies) return "counted otherwise";
  return in_words(*ran.code, ran.blocks[0], type.number);
}

std::string expected(const Case& one, const NamedType& type) {
  std::string events = one.events;
  for (std::size_t at = 0; (at = events.find(":T=", at)) != std::string::npos;)
    events.replace(at + 1, 1, name_of(type.number));
  return events;
}

// One thread goes alone; sixty-four are a group.
TEST(EventRules, EachAssignmentTellsOfItsArithmeticWithWhatWasLoaded) {
  for (const Case& one : cases)
    for (std::size_t n = 0; n < std::size(types); ++n) {
      if ((one.types >> n & 1) == 0) continue;
      const Prepared kernel = prepared(one, types[n]);
      for (const EventRunMode way : {EventRunMode{.threads = 1}, EventRunMode{.threads = 64}, EventRunMode{.threads = 3, .in_turns = true}})
        EXPECT_EQ(events_of(kernel, types[n], way), expected(one, types[n]))
            << one.text << "\n"
            << types[n].name << ", " << way.threads << " threads" << (way.in_turns ? " in turns" : "");
    }
}

}  // namespace
}  // namespace tilescope::machine
