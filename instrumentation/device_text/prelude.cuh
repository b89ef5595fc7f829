// The start of every recorded kernel's source: numbers as the machine computes with them, and a thread's recorder. It
// is preceded by there.h and the writer's constants for the launch: BLOCK_X, BLOCK_Y, BLOCK_Z, the form of events
// (EVENT_BYTES, WIDE_VALUES, SECOND_VALUES, PAIRS), and what is kept (KEEPS_EVENTS, KEEPS_COUNTS, KEEPS_WAYS).
// STRAY_RULE is the value of a load outside its array; PARTS_AT_BARRIERS is set if threads may reach different
// barriers. Small blocks may run side by side: BLOCKS_SIDE_BY_SIDE in one GPU block, BLOCKS_OF_WARP in one warp.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
using tilescope::device_text::BlockWay;
using tilescope::device_text::Counted;
using tilescope::device_text::Given;
using tilescope::device_text::There;

#define HERE __device__ __forceinline__
#define OFF_THE_WAY __device__ __noinline__

constexpr u32 threads_of_block = BLOCK_X * BLOCK_Y * BLOCK_Z;
constexpr u32 no_origin = 0xc0000000, many_origins = 0xc0000001, far_away = 0xffff, poison_bits = 0x7fc0dead;

// --- The place of a thread. ---

#if defined(BLOCKS_SIDE_BY_SIDE)

constexpr u32 blocks_of_warp = BLOCKS_OF_WARP;

HERE u32 lane_here() { return threadIdx.x % 32; }
HERE u32 thread_here() { return lane_here() % threads_of_block; }
// Among the blocks in the GPU block.
HERE u32 place_here() { return threadIdx.x / 32 * blocks_of_warp + lane_here() / threads_of_block; }
HERE u32 block_here() { return blockIdx.x * BLOCKS_SIDE_BY_SIDE + place_here(); }
HERE bool is_of_grid(const There& there) {
  return lane_here() < blocks_of_warp * threads_of_block &&
         block_here() < there.grid[0] * there.grid[1] * there.grid[2];
}
HERE u32 thread_x() { return thread_here() % BLOCK_X; }
HERE u32 thread_y() { return thread_here() / BLOCK_X % BLOCK_Y; }
HERE u32 thread_z() { return thread_here() / (BLOCK_X * BLOCK_Y); }
HERE u32 block_x(const There& there) { return block_here() % there.grid[0]; }
HERE u32 block_y(const There& there) { return block_here() / there.grid[0] % there.grid[1]; }
HERE u32 block_z(const There& there) { return block_here() / there.grid[0] / there.grid[1]; }

// A barrier of the block, if all its threads are in one warp.
HERE u32 lanes_of_block() { return (~0U >> (32 - threads_of_block)) << (lane_here() - thread_here()); }
HERE void wait_at_barrier() { __syncwarp(lanes_of_block()); }
HERE i32 count_at_barrier(i32 value) {
  wait_at_barrier();
  return __popc(__ballot_sync(lanes_of_block(), value));
}
HERE i32 all_at_barrier(i32 value) {
  wait_at_barrier();
  return __all_sync(lanes_of_block(), value);
}
HERE i32 any_at_barrier(i32 value) {
  wait_at_barrier();
  return __any_sync(lanes_of_block(), value);
}

#else

constexpr u32 blocks_of_warp = 1;

HERE u32 thread_here() { return (threadIdx.z * BLOCK_Y + threadIdx.y) * BLOCK_X + threadIdx.x; }
HERE u32 lane_here() { return thread_here() % 32; }
HERE u32 block_here() { return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
HERE u32 thread_x() { return threadIdx.x; }
HERE u32 thread_y() { return threadIdx.y; }
HERE u32 thread_z() { return threadIdx.z; }
HERE u32 block_x(const There&) { return blockIdx.x; }
HERE u32 block_y(const There&) { return blockIdx.y; }
HERE u32 block_z(const There&) { return blockIdx.z; }
HERE i32 count_at_barrier(i32 value) { return __syncthreads_count(value); }
HERE i32 all_at_barrier(i32 value) { return __syncthreads_and(value); }
HERE i32 any_at_barrier(i32 value) { return __syncthreads_or(value); }

#endif

// --- Code for GPUs only; a test that runs this source elsewhere brings its own. ---

#if !defined(TILESCOPE_ELSEWHERE)
HERE void end_thread() { asm volatile("exit;"); }
HERE u32 clock_here() {
  u32 clock = 0;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(clock)::"memory");
  return clock;
}
#if !defined(BLOCKS_SIDE_BY_SIDE)
HERE void wait_at_barrier() {
#if PARTS_AT_BARRIERS
  asm volatile("barrier.sync 0;" ::: "memory");  // each thread individually, from any place
#else
  __syncthreads();
#endif
}
#endif
// Stores past the caches if `yes`. Nothing here reads the value, so all other code may be moved past it; and there is
// no branch, of which a kernel would have thousands.
HERE void put_if(bool yes, void* to, u32 a) {
  asm volatile(
      "{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.global.cs.u32 [%1], %2;\n\t}" ::"r"(static_cast<u32>(yes)),
      "l"(to), "r"(a));
}
HERE void put_if(bool yes, void* to, u32 a, u32 b) {
  asm volatile("{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.global.cs.v2.u32 [%1], {%2, %3};\n\t}" ::"r"(
                   static_cast<u32>(yes)),
               "l"(to), "r"(a), "r"(b));
}
HERE void put_if(bool yes, void* to, u32 a, u32 b, u32 c, u32 d) {
  asm volatile(
      "{\n\t.reg .pred p;\n\tsetp.ne.u32 p, %0, 0;\n\t@p st.global.cs.v4.u32 [%1], {%2, %3, %4, %5};\n\t}" ::"r"(
          static_cast<u32>(yes)),
      "l"(to), "r"(a), "r"(b), "r"(c), "r"(d));
}
// The compiler must not assume a value for memory that was never written.
HERE void forget(const void* memory) { asm volatile("" ::"l"(memory) : "memory"); }
#endif

// --- Numbers. ---

HERE u32 bits_of(float x) { return __float_as_uint(x); }
HERE u64 bits_of(double x) { return static_cast<u64>(__double_as_longlong(x)); }
HERE float as_float(u32 x) { return __uint_as_float(x); }
HERE double as_double(u64 x) { return __longlong_as_double(static_cast<long long>(x)); }

HERE bool is_negative(float x) { return bits_of(x) >> 31 != 0; }
HERE bool is_negative(double x) { return bits_of(x) >> 63 != 0; }
HERE float quiet(float) { return as_float(0x7fffffff); }
HERE double quiet(double x) { return as_double(bits_of(x) | 0x0008000000000000); }

// For doubles, the first NaN operand is passed on.
HERE float settled(float x, float, float) { return x == x ? x : as_float(0x7fffffff); }
HERE double settled(double x, double a, double b) {
  return x == x ? x : a != a ? quiet(a) : b != b ? quiet(b) : as_double(0xfff8000000000000);
}
HERE double settled(double x, double a, double b, double c) {
  return x == x ? x : a != a ? quiet(a) : b != b ? quiet(b) : c != c ? quiet(c) : as_double(0xfff8000000000000);
}

// For floats, a GPU itself produces its one NaN.
HERE float add(float a, float b) { return __fadd_rn(a, b); }
HERE float subtract(float a, float b) { return __fsub_rn(a, b); }
HERE float multiply(float a, float b) { return __fmul_rn(a, b); }
HERE float divide(float a, float b) { return settled(__fdiv_rn(a, b), a, b); }
HERE float multiply_add(float a, float b, float c) { return __fmaf_rn(a, b, c); }
HERE double add(double a, double b) { return settled(__dadd_rn(a, b), a, b); }
HERE double subtract(double a, double b) { return settled(__dsub_rn(a, b), a, b); }
HERE double multiply(double a, double b) { return settled(__dmul_rn(a, b), a, b); }
HERE double divide(double a, double b) { return settled(__ddiv_rn(a, b), a, b); }
HERE double multiply_add(double a, double b, double c) { return settled(__fma_rn(a, b, c), a, b, c); }

HERE i32 add(i32 a, i32 b) { return static_cast<i32>(static_cast<u32>(a) + static_cast<u32>(b)); }
HERE u32 add(u32 a, u32 b) { return a + b; }
HERE i64 add(i64 a, i64 b) { return static_cast<i64>(static_cast<u64>(a) + static_cast<u64>(b)); }
HERE u64 add(u64 a, u64 b) { return a + b; }
HERE i32 subtract(i32 a, i32 b) { return static_cast<i32>(static_cast<u32>(a) - static_cast<u32>(b)); }
HERE u32 subtract(u32 a, u32 b) { return a - b; }
HERE i64 subtract(i64 a, i64 b) { return static_cast<i64>(static_cast<u64>(a) - static_cast<u64>(b)); }
HERE u64 subtract(u64 a, u64 b) { return a - b; }
HERE i32 multiply(i32 a, i32 b) { return static_cast<i32>(static_cast<u32>(a) * static_cast<u32>(b)); }
HERE u32 multiply(u32 a, u32 b) { return a * b; }
HERE i64 multiply(i64 a, i64 b) { return static_cast<i64>(static_cast<u64>(a) * static_cast<u64>(b)); }
HERE u64 multiply(u64 a, u64 b) { return a * b; }
template <class T>
HERE T multiply_add(T a, T b, T c) {
  return add(multiply(a, b), c);
}

// The cases that C++ leaves open.
HERE i32 divide(i32 a, i32 b) { return b == 0 ? -1 : b == -1 ? subtract(0, a) : a / b; }
HERE u32 divide(u32 a, u32 b) { return b == 0 ? ~0U : a / b; }
HERE i64 divide(i64 a, i64 b) { return b == 0 ? -1LL : b == -1 ? subtract(0LL, a) : a / b; }
HERE u64 divide(u64 a, u64 b) { return b == 0 ? ~0ULL : a / b; }
HERE i32 remainder_of(i32 a, i32 b) { return b == 0 ? -1 : b == -1 ? 0 : a % b; }
HERE u32 remainder_of(u32 a, u32 b) { return b == 0 ? ~0U : a % b; }
HERE i64 remainder_of(i64 a, i64 b) { return b == 0 ? -1LL : b == -1 ? 0LL : a % b; }
HERE u64 remainder_of(u64 a, u64 b) { return b == 0 ? ~0ULL : a % b; }
HERE i32 shift_left(i32 a, u32 by) { return by >= 32 ? 0 : static_cast<i32>(static_cast<u32>(a) << by); }
HERE u32 shift_left(u32 a, u32 by) { return by >= 32 ? 0 : a << by; }
HERE i64 shift_left(i64 a, u32 by) { return by >= 64 ? 0 : static_cast<i64>(static_cast<u64>(a) << by); }
HERE u64 shift_left(u64 a, u32 by) { return by >= 64 ? 0 : a << by; }
HERE i32 shift_right(i32 a, u32 by) { return a >> (by >= 32 ? 31 : by); }
HERE u32 shift_right(u32 a, u32 by) { return by >= 32 ? 0 : a >> by; }
HERE i64 shift_right(i64 a, u32 by) { return a >> (by >= 64 ? 63 : by); }
HERE u64 shift_right(u64 a, u32 by) { return by >= 64 ? 0 : a >> by; }

template <class T>
HERE T least(T a, T b) {
  return a < b ? a : b;
}
template <class T>
HERE T greatest(T a, T b) {
  return a < b ? b : a;
}
// IEEE's minNum and maxNum, with -0 below +0.
template <class Float>
HERE Float least_of(Float a, Float b) {
  if (a != a) return settled(b, a, b);
  if (b != b) return a;
  if (a == b) return is_negative(a) ? a : b;
  return a < b ? a : b;
}
template <class Float>
HERE Float greatest_of(Float a, Float b) {
  if (a != a) return settled(b, a, b);
  if (b != b) return a;
  if (a == b) return is_negative(a) ? b : a;
  return a < b ? b : a;
}
HERE float least(float a, float b) { return least_of(a, b); }
HERE double least(double a, double b) { return least_of(a, b); }
HERE float greatest(float a, float b) { return greatest_of(a, b); }
HERE double greatest(double a, double b) { return greatest_of(a, b); }

HERE float negate(float x) { return as_float(bits_of(x) ^ 0x80000000); }
HERE double negate(double x) { return as_double(bits_of(x) ^ 0x8000000000000000); }
template <class T>
HERE T negate(T x) {
  return subtract(static_cast<T>(0), x);
}
HERE float size_of(float x) { return as_float(bits_of(x) & 0x7fffffff); }
HERE double size_of(double x) { return as_double(bits_of(x) & 0x7fffffffffffffff); }
template <class T>
HERE T size_of(T x) {
  return x < 0 ? negate(x) : x;
}

// An index, clamped to an i32.
HERE i32 nearest(i64 x) {
  return static_cast<i32>(x > 0x7fffffffLL ? 0x7fffffffLL : x < -0x80000000LL ? -0x80000000LL : x);
}
HERE i32 scale(i32 a, i32 by) { return nearest(static_cast<i64>(a) * by); }
HERE i32 scale(u32 a, u32 by) { return nearest(static_cast<i64>(a) * static_cast<i32>(by)); }
HERE i32 reach(i32 a, i32 b) { return nearest(static_cast<i64>(a) + b); }

// Numbers out of range become the nearest limit.
HERE i32 to_i32(float x) { return __float2int_rz(x); }
HERE u32 to_u32(float x) { return __float2uint_rz(x); }
HERE i64 to_i64(float x) { return __float2ll_rz(x); }
HERE u64 to_u64(float x) { return __float2ull_rz(x); }
HERE i32 to_i32(double x) { return __double2int_rz(x); }
HERE u32 to_u32(double x) { return __double2uint_rz(x); }
HERE i64 to_i64(double x) { return __double2ll_rz(x); }
HERE u64 to_u64(double x) { return __double2ull_rz(x); }
template <class T>
HERE i32 to_i32(T x) {
  return static_cast<i32>(x);
}
template <class T>
HERE u32 to_u32(T x) {
  return static_cast<u32>(x);
}
template <class T>
HERE i64 to_i64(T x) {
  return static_cast<i64>(x);
}
template <class T>
HERE u64 to_u64(T x) {
  return static_cast<u64>(x);
}
HERE float to_f32(float x) { return x; }
HERE float to_f32(double x) { return __double2float_rn(x); }
HERE float to_f32(i32 x) { return __int2float_rn(x); }
HERE float to_f32(u32 x) { return __uint2float_rn(x); }
HERE float to_f32(i64 x) { return __ll2float_rn(x); }
HERE float to_f32(u64 x) { return __ull2float_rn(x); }
HERE double to_f64(i32 x) { return __int2double_rn(x); }
HERE double to_f64(u32 x) { return __uint2double_rn(x); }
HERE double to_f64(i64 x) { return __ll2double_rn(x); }
HERE double to_f64(u64 x) { return __ull2double_rn(x); }
HERE double to_f64(float x) { return static_cast<double>(x); }
HERE double to_f64(double x) { return x; }

// --- Origins of values. ---

struct Nowhere {};  // the origin of a value that never has one

HERE u32 both_origins(u32 a, u32 b) { return a == no_origin || a == b ? b : b == no_origin ? a : many_origins; }
HERE u32 distance_back(u32 self, u32 origin) {
  const u32 distance = self - origin;
  return distance < far_away ? distance : origin == no_origin ? 0 : far_away;
}

// --- Memory. ---

// The index in an event.
HERE u32 told_index(i64 index) { return static_cast<u32>(nearest(index)); }
// All far positions outside an array count as one.
HERE i64 cut_byte(i64 byte, i64 unit) {
  const i64 far = (1LL << 30) * unit;
  return byte > far ? far : byte < -far ? -far : byte;
}
template <class Cell>
HERE Cell poisoned() {
  return static_cast<Cell>(static_cast<u64>(poison_bits) << 32 | poison_bits);
}
// The value of a load outside its array: usually a fixed number, so that it does not change the paths of threads.
template <class Cell>
OFF_THE_WAY Cell really_read(const u8* data, u64 bytes, i64 byte) {
  const i64 size = sizeof(Cell), cells = static_cast<i64>(bytes) / size;
  if (STRAY_RULE == There::touch && data != nullptr)
    static_cast<void>(*reinterpret_cast<const volatile Cell*>(data + byte / size * size));
  if (STRAY_RULE != There::stale || cells == 0 || data == nullptr) return poisoned<Cell>();
  const i64 rest = byte / size % cells;
  return *reinterpret_cast<const Cell*>(data + (rest < 0 ? rest + cells : rest) * size);
}
template <class Cell>
HERE Cell stray(const u8* data, u64 bytes, i64 byte) {
  if constexpr (STRAY_RULE == There::zero) return 0;
  if constexpr (STRAY_RULE == There::poison) return poisoned<Cell>();
  return really_read<Cell>(data, bytes, byte);
}
// The same for a thread's own arrays.
template <class Cell>
HERE Cell own_stray() {
  return STRAY_RULE == There::zero ? 0 : poisoned<Cell>();
}
template <class Cell>
HERE Cell& cell_at(const u8* data, i64 byte) {
  return *reinterpret_cast<Cell*>(const_cast<u8*>(data) + byte);
}

// A thread's own array, word by word.
template <class Cell>
HERE Cell own_cell(const u32* words, i64 byte) {
  const u32 word = words[byte / 4];
  if constexpr (sizeof(Cell) == 8) return static_cast<u64>(words[byte / 4 + 1]) << 32 | word;
  if constexpr (sizeof(Cell) == 4) return word;
  return static_cast<Cell>(word >> byte % 4 * 8);
}
template <class Cell>
HERE void set_own_cell(u32* words, i64 byte, Cell cell) {
  u32& word = words[byte / 4];
  if constexpr (sizeof(Cell) == 8) {
    word = static_cast<u32>(cell);
    words[byte / 4 + 1] = static_cast<u32>(cell >> 32);
  } else if constexpr (sizeof(Cell) == 4) {
    word = cell;
  } else {
    const u32 shift = static_cast<u32>(byte % 4 * 8), mask = (sizeof(Cell) == 1 ? 0xffU : 0xffffU) << shift;
    word = (word & ~mask) | (static_cast<u32>(cell) << shift & mask);
  }
}

// A pointer into any array, as a number.
HERE u32 array_of(u64 address) { return static_cast<u32>(address >> 44) - 1; }
HERE i64 byte_of(u64 address) { return static_cast<i64>(address & ((1ULL << 44) - 1)) - static_cast<i64>(1ULL << 43); }
struct Area {
  u8* data;
  u64 bytes;
  u32* owners;
};

// --- Atomics. The value they leave is computed from the value they found. ---

HERE u64 bits_of_number(i32 x) { return static_cast<u32>(x); }
HERE u64 bits_of_number(u32 x) { return x; }
HERE u64 bits_of_number(i64 x) { return static_cast<u64>(x); }
HERE u64 bits_of_number(u64 x) { return x; }
HERE u64 bits_of_number(float x) { return bits_of(x); }
HERE u64 bits_of_number(double x) { return bits_of(x); }
template <class T>
HERE T of_bits(u64 bits) {
  return static_cast<T>(bits);
}
template <>
HERE float of_bits<float>(u64 bits) {
  return as_float(static_cast<u32>(bits));
}
template <>
HERE double of_bits<double>(u64 bits) {
  return as_double(bits);
}

HERE i32 atomic_add(i32* to, i32 by) { return atomicAdd(to, by); }
HERE u32 atomic_add(u32* to, u32 by) { return atomicAdd(to, by); }
HERE u64 atomic_add(u64* to, u64 by) { return atomicAdd(to, by); }
HERE i64 atomic_add(i64* to, i64 by) {
  return static_cast<i64>(atomicAdd(reinterpret_cast<u64*>(to), static_cast<u64>(by)));
}
HERE float atomic_add(float* to, float by) { return atomicAdd(to, by); }
HERE double atomic_add(double* to, double by) { return atomicAdd(to, by); }
template <class T>
HERE T atomic_subtract(T* to, T by) {
  return atomic_add(to, negate(by));
}
template <class T>
HERE T atomic_exchange(T* to, T by) {
  if constexpr (sizeof(T) == 8)
    return of_bits<T>(atomicExch(reinterpret_cast<u64*>(to), bits_of_number(by)));
  else
    return of_bits<T>(atomicExch(reinterpret_cast<u32*>(to), static_cast<u32>(bits_of_number(by))));
}
template <class T>
HERE T atomic_least(T* to, T by) {
  return atomicMin(to, by);
}
template <class T>
HERE T atomic_greatest(T* to, T by) {
  return atomicMax(to, by);
}
template <class T>
HERE T atomic_and(T* to, T by) {
  return atomicAnd(to, by);
}
template <class T>
HERE T atomic_or(T* to, T by) {
  return atomicOr(to, by);
}
template <class T>
HERE T atomic_xor(T* to, T by) {
  return atomicXor(to, by);
}
template <class T>
HERE T atomic_swap(T* to, T if_it_is, T then) {
  return atomicCAS(to, if_it_is, then);
}
HERE u32 atomic_swap(u16* to, u32 if_it_is, u32 then) {
  return atomicCAS(to, static_cast<u16>(if_it_is), static_cast<u16>(then));
}
HERE u32 atomic_up(u32* to, u32 most) { return atomicInc(to, most); }
HERE u32 atomic_down(u32* to, u32 most) { return atomicDec(to, most); }

template <class T>
HERE T left_by_add(T found, T by) {
  return add(found, by);
}
template <class T>
HERE T left_by_subtract(T found, T by) {
  return subtract(found, by);
}
template <class T>
HERE T left_by_exchange(T, T by) {
  return by;
}
template <class T>
HERE T left_by_least(T found, T by) {
  return least(found, by);
}
template <class T>
HERE T left_by_greatest(T found, T by) {
  return greatest(found, by);
}
template <class T>
HERE T left_by_and(T found, T by) {
  return found & by;
}
template <class T>
HERE T left_by_or(T found, T by) {
  return found | by;
}
template <class T>
HERE T left_by_xor(T found, T by) {
  return found ^ by;
}
template <class T>
HERE T left_by_swap(T found, T if_it_is, T then) {
  return found == if_it_is ? then : found;
}
HERE u32 left_by_up(u32 found, u32 most) { return found >= most ? 0 : found + 1; }
HERE u32 left_by_down(u32 found, u32 most) { return found == 0 || found > most ? most : found - 1; }

// --- Threads that fail. ---

OFF_THE_WAY void give_up(const There& there, u32 why, u32 line) {
  if (atomicCAS(there.stuck, 0U, why) == 0) {
    there.stuck[1] = block_here();
    there.stuck[2] = thread_here();
    there.stuck[3] = line;
    __threadfence_system();
  }
  end_thread();
}

OFF_THE_WAY u32* room_to_say(const There& there, u32 print, u32 words) {
  const u32 all = 3 + words, at = atomicAdd(there.said, all);
  if (at + all > there.said_words || at + all < at) return nullptr;
  u32* const to = there.said + 1 + at;
  to[0] = print;
  to[1] = block_here();
  to[2] = thread_here();
  return to + 3;
}

// --- Recording. ---

#if KEEPS_EVENTS

class Recorder {
 public:
  HERE Recorder(const There& there, u32 slot) : there_(there), slot_(slot), capacity_(there.capacity) {
    constexpr u32 size = row_bytes / threads_of_block;
    u64 first = static_cast<u64>(slot) * (PAIRS ? capacity_ / 2 : capacity_) * threads_of_block + thread_here();
#if EVENT_BYTES == 16
    if (there.column_of_thread != nullptr) {
      const u32 column = there.column_of_thread[column_of(slot)];
      if (column == There::none) capacity_ = 0;
      first = static_cast<u64>(column) * there.capacity;
      step_ = size;
    }
#endif
    next_ = there.events + first * size;
  }

  HERE u32 number() const { return number_; }

  HERE u32 tell(u32 site, u32 origin, u32 index, u64 bits, u64 second = 0) {
    put(site, origin, index, bits, second);
    const u32 low = static_cast<u32>(path_) ^ site;
    path_ = static_cast<u64>(low) * 0xd134259b + (static_cast<u64>(origin) * 0x9e3779b1 + (path_ >> 32));
    return number_++;
  }
  // A site that never has an origin leaves it out of the hash.
  HERE u32 tell(u32 site, Nowhere, u32 index, u64 bits, u64 second = 0) {
    put(site, no_origin, index, bits, second);
    const u32 low = static_cast<u32>(path_) ^ site;
    path_ = static_cast<u64>(low) * 0xd134259b + (path_ >> 32);
    return number_++;
  }
  HERE u32 tell_sum(u32 site, u32 a, u32 b, u32 index, u64 bits) {
    return tell(site, distance_back(number_, a) | distance_back(number_, b) << 16, index, bits);
  }
  HERE void arrive(u32 site) { tell(site, Nowhere{}, barriers_, clock_here()); }
  HERE void go_on(u32 site) { tell(site, Nowhere{}, barriers_++, clock_here()); }

  HERE void finish() {
    const u32 column = column_of(slot_);
    there_.made[column] = number_;
    const bool is_alone = PAIRS && number_ % 2 != 0 && number_ <= capacity_;
#if EVENT_BYTES == 8
    put_if(is_alone, next_, waiting_.x, waiting_.y);
#elif EVENT_BYTES == 4
    put_if(is_alone, next_, waiting_.y);
    there_.indices[column] = indices_;
#endif
    const u32 low = static_cast<u32>(path_) ^ number_;
    const u64 path = static_cast<u64>(low) * 0xd134259b + (path_ >> 32);
    there_.paths[column] = path | (path == 0 ? 1 : 0);
  }

 private:
  static constexpr u32 row_bytes = threads_of_block * EVENT_BYTES * (1 + PAIRS);

  HERE void put(u32 site, u32 origin, u32 index, u64 bits, u64 second) {
    const u32 value = static_cast<u32>(bits);
    const bool is_last = !PAIRS || number_ % 2 != 0, has_room = is_last && number_ < capacity_;
#if EVENT_BYTES == 16
    put_if(has_room, next_, index, value, origin, site);
    next_ += step_;
#elif EVENT_BYTES == 8
#if PAIRS
    put_if(has_room, next_, waiting_.x, waiting_.y, index, value);
#else
    put_if(has_room, next_, index, value);
#endif
    next_ += is_last ? row_bytes : 0;
    waiting_ = make_uint2(index, value);
#else
#if PAIRS
    put_if(has_room, next_, waiting_.y, value);
#else
    put_if(has_room, next_, value);
#endif
    next_ += is_last ? row_bytes : 0;
    waiting_.y = value;
    indices_ = static_cast<u64>(static_cast<u32>(indices_)) * 0xd134259b + (index + (indices_ >> 32));
#endif
    tell_more(bits, second);
  }
  // Stores the parts of an event beyond its first two words.
  HERE void tell_more(u64 bits, u64 second) const {
#if WIDE_VALUES || SECOND_VALUES
    if (there_.more == nullptr || number_ >= capacity_) return;
    constexpr u32 words = WIDE_VALUES + SECOND_VALUES + WIDE_VALUES * SECOND_VALUES;
    u32* to =
        there_.more + (static_cast<u64>(slot_) * capacity_ + number_) * (words * threads_of_block) + thread_here();
#if WIDE_VALUES
    __stcs(to, static_cast<u32>(bits >> 32));
    to += threads_of_block;
#endif
#if SECOND_VALUES
    __stcs(to, static_cast<u32>(second));
#if WIDE_VALUES
    __stcs(to + threads_of_block, static_cast<u32>(second >> 32));
#endif
#endif
#endif
  }
  HERE static u32 column_of(u32 slot) { return slot * threads_of_block + thread_here(); }

  const There& there_;
  u32 slot_, capacity_;
  u8* next_;
#if EVENT_BYTES == 16
  u32 step_ = row_bytes;
#endif
  u32 number_ = 0, barriers_ = 0;
  u64 path_ = 1;  // digits of a number, modulo a prime near 2^64
  u64 indices_ = 0;
  uint2 waiting_ = make_uint2(0, 0);  // the first event of a pair
};

#else

// Event numbers are not needed here, only whether a value came from an event.
class Recorder {
 public:
  HERE u32 number() const { return 0; }
  template <class Origin>
  HERE u32 tell(u32, Origin, u32, u64, u64 = 0) {
    return 0;
  }
  HERE u32 tell_sum(u32, u32, u32, u32, u64) { return 0; }
  HERE void arrive(u32) {}
  HERE void go_on(u32) {}
};

#endif

// --- Which blocks did the same. ---

#if KEEPS_EVENTS || KEEPS_WAYS

// A way is a number whose digits are a thread's decisions on anything that may differ between blocks.
HERE u64 next_way(u64 way, u32 decided) {
  const u32 low = static_cast<u32>(way) ^ decided;
  return static_cast<u64>(low) * 0xd134259b + (way >> 32);
}
HERE u64 mixed(u64 x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
  return x ^ x >> 31;
}
// The ways of the block's threads are added up, in any order.
OFF_THE_WAY void tell_way(const There& there, u64 way, u32 events, u32 flags) {
  if (there.ways == nullptr) return;
  const u64 thread = (static_cast<u64>(thread_here()) + 1) * 0x9e3779b97f4a7c15ULL;
  u64 a = mixed(way ^ thread), b = mixed(way + (thread >> 7 | thread << 57)), all = events;
  u32 most = events;
  constexpr u32 lanes = 32 / blocks_of_warp;  // that may be added up first
  constexpr bool are_of_block = blocks_of_warp == 1 || (lanes == threads_of_block && (lanes & (lanes - 1)) == 0);
  const u32 here = are_of_block ? __activemask() : 0;
  if (here == ~0U)
    for (u32 other = 1; other < lanes; other *= 2) {
      a += __shfl_xor_sync(here, a, other);
      b += __shfl_xor_sync(here, b, other);
      all += __shfl_xor_sync(here, all, other);
      most = greatest(most, __shfl_xor_sync(here, most, other));
      flags |= __shfl_xor_sync(here, flags, other);
    }
  if (here == ~0U && lane_here() % lanes != 0) return;
  BlockWay* const to = there.ways + block_here();
  atomicAdd(&to->way[0], a);
  atomicAdd(&to->way[1], b);
  atomicAdd(&to->events, all);
  atomicMax(&to->most_events, most);
  if (flags != 0) atomicOr(&to->flags, flags);
}

#endif

#if KEEPS_WAYS

// Returns store_conflict if another thread stored this element.
HERE u32 take_element(const There& there, u32* owners, i64 element) {
  if (owners == nullptr) return 0;
  const u32 mine = block_here() * threads_of_block + thread_here() + 1;
  const u32 owner = atomicCAS(owners + element, 0U, mine);
  if (owner == 0 || owner == mine) return 0;
  atomicOr(&there.ways[(owner - 1) / threads_of_block].flags, static_cast<u32>(BlockWay::store_conflict));
  return BlockWay::store_conflict;
}

#endif

#if KEEPS_COUNTS

// Threads of a warp that arrive together for the same place add up their counts first; these are usually equal.
OFF_THE_WAY void add_up(Counted* to, u32 count) {
  const u32 warp = __match_any_sync(__activemask(), reinterpret_cast<u64>(to));
  const int first = __ffs(static_cast<int>(warp)) - 1;
  u64 total = static_cast<u64>(count) * static_cast<u32>(__popc(warp));
  u32 most = count;
  if (!__all_sync(warp, count == __shfl_sync(warp, count, first))) {
    total = 0;
    for (u32 left = warp; left != 0; left &= left - 1) {
      const u32 other = __shfl_sync(warp, count, __ffs(static_cast<int>(left)) - 1);
      total += other;
      most = greatest(most, other);
    }
  }
  if (static_cast<int>(lane_here()) != first) return;
  atomicAdd(&to->total, total);
  atomicMax(&to->thread_max, most);
}

#endif
