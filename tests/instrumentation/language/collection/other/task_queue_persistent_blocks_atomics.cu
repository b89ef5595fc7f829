#include <cuda_runtime.h>
#include <stdint.h>

// Persistent blocks fetch variable sized work items until the queue is dry.
// Status bits of the tasks live in one word per 32 tasks.

struct Task {
    enum Op : uint8_t { kNop, kFill, kScale, kReverse };
    Op       op;
    uint32_t begin, end;
    float    arg;
};

struct QueueState {
    unsigned next;        // next unclaimed task
    int      remaining;   // counts down
    unsigned smallest;    // shortest task seen
    unsigned workers;     // live blocks
};

__device__ __noinline__ void execute(const Task &t, float *__restrict__ data)
{
    float *lo = data + t.begin, *hi = data + t.end;
    switch (t.op) {
    case Task::kFill:
        for (float *p = lo + threadIdx.x; p < hi; p += blockDim.x) *p = t.arg;
        break;
    case Task::kScale:
        for (float *p = lo + threadIdx.x; p < hi; p += blockDim.x) *p *= t.arg;
        break;
    case Task::kReverse: {
        const auto half = (hi - lo) / 2;
        for (auto k = (ptrdiff_t)threadIdx.x; k < half; k += blockDim.x) {
            const float tmp = lo[k];
            lo[k] = hi[-1 - k];
            hi[-1 - k] = tmp;
        }
        break;
    }
    case Task::kNop:
    default:
        ;
    }
}

__global__ void worker(const Task *tasks, unsigned count, QueueState *state,
                       unsigned *doneBits, unsigned *pendingBits, unsigned *parityBits, float *data)
{
    __shared__ Task current;
    __shared__ unsigned index;
    __shared__ int more;
    if (threadIdx.x == 0) atomicAdd(&state->workers, 1u);
    do {
        if (threadIdx.x == 0) {
            index = atomicAdd(&state->next, 1u);
            more = index < count;
            if (more) current = tasks[index];
        }
        __syncthreads();
        if (more) execute(current, data);
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0 && more) {
            const unsigned bit = 1u << (index % 32);
            atomicOr(doneBits + index / 32, bit);
            atomicAnd(&pendingBits[index / 32], ~bit);
            atomicXor(&parityBits[0], current.op);
            atomicMin(&state->smallest, current.end - current.begin);
            atomicSub(&state->remaining, 1);
        }
    } while (more);
    if (threadIdx.x == 0) atomicDec(&state->workers, 0x7fffffffu);
}

struct alignas(16) Slot { unsigned owners, generation, flags, spare; };

// give slots back: one lane speaks for all lanes of the warp that are still here
extern "C" __global__ void releaseSlots(Slot *slots, const int4 *requests, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const int4 r = requests[i];                  // slot, keep mask, toggle mask, urgent
    const unsigned here = __activemask();
    if (__all_sync(here, r.w == 0)) return;
    Slot *const s = slots + r.x;
    atomicSub(&s->owners, 1u);
    atomicAnd(&s->flags, (unsigned)r.y);
    atomicXor(&s->flags, (unsigned)r.z);
    __syncwarp(here);
    if (__any_sync(here, r.w > 1)) __threadfence_block();
    if ((int)(threadIdx.x & 31) == __ffs(here) - 1) atomicDec(&slots[0].generation, 0xFFFFu);
}
