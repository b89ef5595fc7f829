#include <cuda_runtime.h>

/* Ring of fixed capacity: tickets by atomicInc with wrap-around. */
#define RING_SIZE 1024u

struct Event { int kind; int sender; float payload; };

struct Ring {
    unsigned int head;
    unsigned int tail;
    unsigned int dropped;
    Event slots[RING_SIZE];
};

__device__ Ring theRing;

__device__ void post(Ring* ring, Event e)
{
    unsigned int at = atomicInc(&ring->head, RING_SIZE - 1);
    ring->slots[at] = e;
    __threadfence();
}

__global__ void produce(const float* level, int n, float threshold)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && level[i] > threshold)
        post(&theRing, Event{1, i, level[i] - threshold});
}

__global__ void drain(Event* copy, int* copied, int max_events)
{
    __shared__ unsigned int from, to;
    if (threadIdx.x == 0) {
        from = theRing.tail;
        to = theRing.head;
    }
    __syncthreads();
    const unsigned int pending = (to + RING_SIZE - from) % RING_SIZE;
    for (unsigned int k = threadIdx.x; k < pending; k += blockDim.x) {
        if (k >= (unsigned int)max_events) { atomicAdd(&theRing.dropped, 1u); continue; }
        copy[k] = theRing.slots[(from + k) % RING_SIZE];
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        theRing.tail = to;
        *copied = min((int)pending, max_events);
    }
}

/* The other way round: a LIFO of free slot numbers, taken and given back by counters. */
__global__ void recycle(int* free_list, unsigned int* free_count, const int* wanted, int* got, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (wanted[i] < 0) {                                  /* give back */
        const unsigned int at = atomicAdd(free_count, 1u);
        atomicExch(&free_list[at], ~wanted[i]);
        got[i] = -1;
        return;
    }
    const unsigned int left = atomicDec(free_count, RING_SIZE);
    if (left == 0 || left > RING_SIZE) {                  /* wrapped: nothing was there */
        atomicSub(free_count, RING_SIZE);
        got[i] = -2;
    } else {
        got[i] = atomicExch(free_list + left - 1, -1);
    }
}
