#include <cuda_runtime.h>
#include <cstdint>
#include <cmath>
#include <cstdio>

// A tiny stack machine: every thread evaluates the same program for its own x.

#define OPCODES(X) \
    X(END)  X(PUSH) X(LOADX) X(DUP) X(SWAP) X(ADD) X(SUB) X(MUL) X(DIV) X(NEG) \
    X(SIN)  X(TANH) X(ABS) X(CEIL) X(MOD) X(MIN) X(MAX) X(JMPNEG)

enum Opcode : uint8_t {
#define AS_ENUM(name) OP_##name,
    OPCODES(AS_ENUM)
#undef AS_ENUM
    OP_COUNT
};
static_assert(OP_COUNT == 18, "did you forget the interpreter?");

#define AS_TEXT(name) #name,
__constant__ char const names[OP_COUNT][8] = { OPCODES(AS_TEXT) };

constexpr int kDepth = 16;

struct Stack {
    float cells[kDepth];
    int   top = 0;
    __device__ void  push(float v) { if (top < kDepth) cells[top++] = v; }
    __device__ float pop()         { return top > 0 ? cells[--top] : NAN; }
    __device__ float& peek()       { return cells[top - 1]; }
};

#define BINARY(op, expr) case op: { const float b = s.pop(), a = s.pop(); s.push(expr); break; }
#define UNARY(op, fn)    case op: s.peek() = fn(s.peek()); break;

__global__ void interpret(const uint8_t* code, const float* pool, const float* xs, float* ys, int n, bool trace = false)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Stack s;
    const uint8_t* pc = code;
    int fuel = 1'000;
    while (--fuel) {
        const uint8_t op = *pc++;
        if (trace && i == 0) printf("%ld:\t%s\n", (long)(pc - code - 1), names[op]);
        switch (op) {
            case OP_PUSH:  s.push(pool[*pc++]); break;
            case OP_LOADX: s.push(xs[i]); break;
            case OP_DUP:   s.push(s.peek()); break;
            case OP_SWAP:  { float b = s.pop(), a = s.pop(); s.push(b), s.push(a); } break;
            BINARY(OP_ADD, a + b)
            BINARY(OP_SUB, a - b)
            BINARY(OP_MUL, a * b)
            BINARY(OP_DIV, b == 0.f ? INFINITY : a / b)
            BINARY(OP_MOD, fmodf(a, b))
            BINARY(OP_MIN, fminf(a, b))
            BINARY(OP_MAX, fmaxf(a, b))
            UNARY(OP_SIN, sinf)
            UNARY(OP_TANH, tanhf)
            UNARY(OP_ABS, fabsf)
            UNARY(OP_CEIL, ceilf)
            case OP_NEG:   s.peek() *= -1; break;
            case OP_JMPNEG: {
                const int8_t delta = static_cast<int8_t>(*pc++);
                if (s.pop() < 0) pc += delta;
                continue;
            }
            case OP_END:
            default:
                goto finished;
        }
    }
finished:
    ys[i] = s.pop();
}
