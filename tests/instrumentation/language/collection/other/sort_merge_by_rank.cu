// Merge two sorted runs: the rank of an element in the result is its own index plus
// the number of elements of the other run before it.  Ties go to the left run.

template <class Key>
__device__ int lowerBound(const Key* first, const Key* last, const Key& what)
{
    const Key* const begin = first;
    while (first != last) {
        const Key* mid = first + (last - first) / 2;
        if (*mid < what) first = mid + 1;
        else             last = mid;
    }
    return int(first - begin);
}

template <class Key>
__device__ int upperBound(const Key* first, const Key* last, const Key& what)
{
    const Key* const begin = first;
    for (long long len = last - first; len > 0; ) {
        long long half = len >> 1;
        const Key* mid = first + half;
        if (!(what < *mid)) { first = mid + 1; len -= half + 1; }
        else len = half;
    }
    return static_cast<int>(first - begin);
}

template <class Key = double>
__global__ void mergeByRank(const Key* left, int nLeft, const Key* right, int nRight, Key* merged)
{
    const int me = blockIdx.x * blockDim.x + threadIdx.x;
    if (me < nLeft) {
        const Key k = left[me];
        merged[me + lowerBound(right, right + nRight, k)] = k;
    } else if (me < nLeft + nRight) {
        const int j = me - nLeft;
        const Key k = right[j];
        merged[j + upperBound(left, &left[nLeft], k)] = k;
    }
}

template __global__ void mergeByRank<double>(const double*, int, const double*, int, double*);
template __global__ void mergeByRank<long long>(const long long*, int, const long long*, int, long long*);

enum class Order : signed char { Less = -1, Equal, Greater };

template <class Key> constexpr Key kTolerance = Key(0);
template <> constexpr double kTolerance<double> = 0x1p-40;

template <class Key>
__device__ __noinline__ Order compare(Key a, Key b)
{
    if (a + kTolerance<Key> < b) return Order::Less;
    if (b + kTolerance<Key> < a) return Order::Greater;
    return Order::Equal;
}

// how do two runs differ?  -1, 0, 1 per position and a combined verdict
__global__ void compareRuns(const double* a, const double* b, signed char* verdict, int* differences, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const Order o = i < n ? compare(a[i], b[i]) : Order::Equal;
    if (i < n) verdict[i] = static_cast<signed char>(o);
    if (__any_sync(0xffffffff, o != Order::Equal)) {
        unsigned votes = __ballot_sync(0xffffffff, o != Order::Equal);
        if (threadIdx.x % 32 == 31 - __clz(votes)) atomicAdd(differences, __popc(votes));
    }
}
