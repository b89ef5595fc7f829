#include<cuda_runtime.h>
#include<stdio.h>
typedef unsigned long long ull;
__device__ ull best=0ULL; // (steps<<40)|start
__device__ int steps_of(ull n){
    int s=0;
    while(n!=1ull){
        n=(n&1)?3*n+1:n>>1;
        s++;
        if(s>10'000)return -1;
    }
    return s;
}
__global__ void collatz(ull first,ull count,unsigned short*lengths){
    ull id=blockIdx.x*(ull)blockDim.x+threadIdx.x;
    for(;id<count;id+=(ull)gridDim.x*blockDim.x){
        int s=steps_of(first+id);
        lengths[id]=s<0?0xFFFF:(unsigned short)s;
        if(s>0)atomicMax(&best,(ull)s<<40|(first+id));
    }
}
__global__ void show(){
    printf("start %llu has %d steps%c",best&((1ull<<40)-1),(int)(best>>40),'\n');
}