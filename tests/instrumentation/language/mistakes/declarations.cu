// Other declarations: names, enumerations, namespaces, using, typedef.

//~~ a template without an end
template <int N> __device__ int f(int x) { return f<N + 1>(x) + N; }
__global__ void k(int* C) { C[0] = f<0>(C[1]); }
//~ 1:33: error: these templates call each other endlessly

//~~ a name missing
__global__ void k(float* C) {
  int = threadIdx.x;
  C[0] = 1.0f;
}
//~ 2:6: error: a name is missing after 'int'

//~~ a parameter's name missing
__global__ void k(float* C, int) {
  C[threadIdx.x] = n;
}
//~ 1:32: error: this parameter has no name, and 'n' on line 2 is not declared -- call it 'n'

//~~ a kernel's name missing
__global__ void (float* C) {
  C[threadIdx.x] = 0.0f;
}
//~ 1:16: error: a name is missing after 'void'

//~~ a name that is a keyword
__global__ void k(float* C) {
  int new = threadIdx.x;
  C[new] = 0.0f;
}
//~ 2:7: error: 'new' is a C++ keyword and cannot be a name

//~~ a name that begins with a digit
__global__ void k(float* C) {
  float 2nd = C[1];
  C[0] = 2nd;
}
//~ 2:9: error: '2nd' is not a name: a name begins with a letter or _

//~~ a comma for a ; among declarations
__global__ void k(float* C) {
  int i = threadIdx.x, float x = C[i];
  C[i] = x + 1.0f;
}
//~ 2:22: error: a ; belongs here, not a , -- write ;

//~~ an enumerator with a slip
enum Mode { forward, backward };
__global__ void k(float* C, Mode mode) {
  C[0] = mode == foward ? 1.0f : -1.0f;
}
//~ 3:18: error: 'foward' is not declared here -- did you mean 'forward'?

//~~ a structure that holds itself
struct Node { float value; Node next; };
__global__ void k(Node* N) { N[0].value = 1.0f; }
//~ 1:33: error: 'Node' is incomplete here: a structure cannot contain itself -- use a pointer to it

//~~ a namespace that is not closed
namespace math {
__device__ float twice(float x) { return 2.0f * x; }

__global__ void k(float* C) { C[0] = math::twice(C[0]); }
//~ 4:58: error: a } is missing: the { on line 1 is not closed -- write }

//~~ a name of a namespace
namespace math { __device__ float twice(float x) { return 2.0f * x; } }
__global__ void k(float* C) { C[0] = twice(C[0]) + maths::twice(C[1]); }
//~ 2:52: error: 'twice' is not a known function -- did you mean 'math::twice'?

//~~ an enumeration without enum
Activation { NONE, RELU = 4 };
__global__ void k(float* C, Activation a) { C[0] = a == RELU ? 0.0f : 1.0f; }
//~ 1:1: error: 'enum' is missing before 'Activation' -- write enum

//~~ a scoped enumeration without enum
class Kind : unsigned char { Call, Put };
__global__ void k(float* C, Kind kind) {
  switch (kind) {
    case Kind::Call: C[0] = 1.0f; break;
    default: C[0] = 2.0f;
  }
}
//~ 1:1: error: 'enum' is missing before 'class' -- write enum

//~~ an enumeration without enum and name
{ ROWS = 4, COLS = 8 };
__global__ void k(float* C) { C[COLS] = ROWS; }
//~ 1:1: error: 'enum' is missing before '{' -- write enum

//~~ an enumerator without =
enum { SIDE 16 };
__global__ void k(float* C) { __shared__ float a[SIDE]; a[threadIdx.x] = 1.0f; C[threadIdx.x] = a[threadIdx.x]; }
//~ 1:12: error: an = is missing after 'SIDE' -- write =

//~~ an enumerator too few
enum Way { , Up, Left };
__global__ void k(float* C, Way w) { C[0] = w == Up ? 1.0f : w == Left ? 2.0f : 3.0f; }
//~ 1:11: error: a name is missing after '{'

//~~ using forgotten
u64 = unsigned long long;
__global__ void k(u64* C) { u64 x = 1; C[0] = x; }
//~ 1:1: error: 'using' is missing before 'u64' -- write using

//~~ using forgotten in a function
__global__ void k(double* C) {
  real = double;
  real x = 1.0;
  C[0] = x;
}
//~ 2:3: error: 'using' is missing before 'real' -- write using

//~~ no ; behind using
__global__ void k(float* C) {
  using real = float
  const real x = 1.0f;
  real y = x;
  y += 1.0f;
  C[0] = y;
}
//~ 2:21: error: a ; is missing after 'float' -- write ;

//~~ no ; behind a typedef before an enumeration
typedef unsigned char byte
enum { TOP = 8, POLY = 9 };
__global__ void k(byte* C) { C[TOP] = POLY; }
//~ 1:27: error: a ; is missing after 'byte' -- write ;

//~~ typedef forgotten
unsigned int u32;
__global__ void k(unsigned* C) {
  u32 x = 1;
  u32 y = 2;
  C[0] = x + y;
}
//~ 1:1: error: 'typedef' is missing before 'unsigned' -- write typedef

//~~ a type parameter without a name
template <typename, int N>
struct Tile {
  T cell[N];
  __device__ T& at(int i) { return cell[i]; }
};
__global__ void k(float* C) {
  Tile<float, 4> t;
  t.at(0) = 1.0f;
  C[0] = t.at(0);
}
//~ 1:19: error: this parameter has no name, and 'T' is not declared -- call it 'T'

//~~ a namespace without {
namespace a
inline namespace b {
__device__ float one() { return 1.0f; }
}
__global__ void k(float* C) { C[0] = one(); }
}
//~ 1:12: error: a { is missing after 'a' -- write {

//~~ inline without namespace
inline v2 {
__device__ float one() { return 1.0f; }
}
__global__ void k(float* C) { C[0] = one(); }
//~ 1:8: error: 'namespace' is missing before 'v2' -- write namespace

//~~ a structure with a mistake that an assertion looks at first
struct Stats {
  float lo;
  hi;
  __device__ void reset() { lo = 0.0f; hi = 0.0f; }
};
static_assert(sizeof(Stats) == 8, "layout");
__global__ void k(float* C) {
  Stats mine;
  mine.reset();
  C[0] = mine.hi;
}
//~ 3:3: error: a type is missing before 'hi'

//~~ a constant with a mistake that an assertion looks at first
constexpr int tile = ;
static_assert(tile == 16, "written for 16");
__global__ void k(float* C) { C[tile] = 0.0f; }
//~ 1:21: error: a value is missing after '='

//~~ a template with a mistake that guesses meet again
struct Plus { template <typename T> __device__ static T zero() { return (0); T x y; } };
template <class Op, typename T, int N>
__global__ void k(T* C) { C[N] = Plus::zero<T>(); }
//~ 1:81: error: an = is missing after 'x' -- write =

//~~ a reference with nothing in parentheses
__global__ void k(int* a) {
  for (int& p(); a[0] < 4;) a[0] += 1;
}
//~ 2:13: error: 'p' is a reference and needs an initializer
