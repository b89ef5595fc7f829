#include <cuda_runtime.h>
#include <stdio.h>

// Transfer money between accounts with one lock per account.
// Locks are taken in index order, so two transfers can never wait for each other.

class Lock
{
public:
  __device__ explicit Lock(int *word) : mutex(word) {}
  __device__ bool tryAcquire()
  {
    const bool ok = atomicCAS(mutex, 0, 1) == 0;
    if (ok) __threadfence();
    return ok;
  }
  __device__ void release()
  {
    __threadfence();
    atomicExch(mutex, 0);
  }
private:
  int *mutex;
};

struct Account  { long long cents; unsigned transfers; };
struct Transfer { int from, to; long long cents; };

#define LOG(fmt, ...) printf("[%s:%d] " fmt "\n", __func__, __LINE__, ##__VA_ARGS__)
#define CHECK(cond, ...) do { if (!(cond)) LOG("violated: " #cond " " __VA_ARGS__); } while (0)

__global__ void transferAll(volatile Account *accounts, int *locks, const Transfer *orders, int n, int *refused)
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Transfer t = orders[i];
  CHECK(t.cents >= 0, "order %d", i);
  if (t.from == t.to) return;

  Lock first(&locks[t.from < t.to ? t.from : t.to]);
  Lock second(locks + (t.from < t.to ? t.to : t.from));

  for (bool done = false; !done; ) {
    if (first.tryAcquire()) {
      if (second.tryAcquire()) {
        if (accounts[t.from].cents >= t.cents) {
          accounts[t.from].cents -= t.cents;
          accounts[t.to].cents   += t.cents;
          accounts[t.from].transfers = accounts[t.from].transfers + 1;
        } else {
          atomicAdd(refused, 1);
        }
        second.release();
        done = true;
      }
      first.release();
    }
  }
}

// first come first served: tickets, for one shared ledger per block (only lane 0 of each warp posts)
__global__ void postLedger(const int *amounts, long long *ledger, int n)
{
  __shared__ unsigned nextTicket;
  __shared__ volatile unsigned nowServing;
  __shared__ volatile long long balance;
  if (threadIdx.x == 0) { nextTicket = 0u; nowServing = 0u; balance = 0ll; }
  __syncthreads();
  int amount = blockIdx.x * blockDim.x + threadIdx.x < n ? amounts[blockIdx.x * blockDim.x + threadIdx.x] : 0;
  for (int d = 1; d < 32; d <<= 1) {
    const int below = __shfl_up_sync(0xffffffff, amount, d);
    if (threadIdx.x % 32 >= d) amount += below;
  }
  if (threadIdx.x % 32 == 31) {
    const unsigned mine = atomicInc(&nextTicket, 0xffffffffu);
    while (nowServing != mine) ;
    balance = balance + amount;
    __threadfence_block();
    nowServing = mine + 1;
  }
  __syncthreads();
  if (!threadIdx.x) ledger[blockIdx.x] = balance;
}
