/* Listing 5.3  --  inner product of two vectors
 *
 * The blocks produce one partial sum each; the host adds these up.  There are
 * at most 32 blocks, because with more of them the host would be busy.
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define smaller(p,q)  ((p) < (q) ? (p) : (q))

const int LENGTH = 33 * 512;
const int BLOCK  = 256;
const int GRID   = smaller( 32, (LENGTH + BLOCK - 1) / BLOCK );

__global__ void innerProduct( const float *u, const float *v, float *sums )
{
    __shared__ float part[BLOCK];
    const int me    = threadIdx.x;
    const int total = gridDim.x * blockDim.x;

    part[me] = 0.0f;
    for( int k = blockIdx.x * blockDim.x + me; k < LENGTH; k += total )
        part[me] += u[k] * v[k];

    // pairwise summation; BLOCK is a power of two
    for( int width = BLOCK / 2; width > 0; width /= 2 ) {
        __syncthreads();
        if( me < width )
            part[me] += part[me + width];
    }

    if( me == 0 )
        sums[blockIdx.x] = part[0];
}

int main( void )
{
    const size_t vecBytes = LENGTH * sizeof( float );
    const size_t sumBytes = GRID * sizeof( float );
    float *u    = (float *) malloc( vecBytes );
    float *v    = (float *) malloc( vecBytes );
    float *sums = (float *) malloc( sumBytes );
    float *gpu_u, *gpu_v, *gpu_sums;
    double reference = 0.0, result = 0.0;

    for( int k = 0; k < LENGTH; k++ ) {
        u[k] = (float)( k % 100 );
        v[k] = 0.01f * (float)( k % 7 );
        reference += (double)u[k] * v[k];
    }

    cudaMalloc( (void **) &gpu_u, vecBytes );
    cudaMalloc( (void **) &gpu_v, vecBytes );
    cudaMalloc( (void **) &gpu_sums, sumBytes );
    cudaMemcpy( gpu_u, u, vecBytes, cudaMemcpyHostToDevice );
    cudaMemcpy( gpu_v, v, vecBytes, cudaMemcpyHostToDevice );

    innerProduct<<< GRID, BLOCK >>>( gpu_u, gpu_v, gpu_sums );

    cudaMemcpy( sums, gpu_sums, sumBytes, cudaMemcpyDeviceToHost );
    for( int b = 0; b < GRID; b++ )
        result += sums[b];

    printf( "u.v = %.4f  (host: %.4f)\n", result, reference );

    cudaFree( gpu_u );
    cudaFree( gpu_v );
    cudaFree( gpu_sums );
    free( u );
    free( v );
    free( sums );
    return fabs( result - reference ) < 1e-4 * reference ? 0 : 1;
}
