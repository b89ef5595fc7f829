#include<stdio.h>
#include<stdlib.h>
#define n 512

__global__ void k(int*a,int*b){int i=threadIdx.x;b[i]=a[n-1-i];}

int main(){
  int *x = (int*)malloc(n*sizeof(int));
  int *d, e;
  for(int i=0;i<n;i++)x[i]=i;
  cudaMalloc(&d,n*sizeof(int));
  cudaMalloc(&e,n*sizeof(int)); //~ 12:14 &e is int*, a pointer to a pointer is wanted: 'e' of 'int *d, e' is an int, not a pointer (write *e)
  cudaMemcpy(d,x,n*sizeof(int),cudaMemcpyHostToDevice);
  k<<<1,n>>>(d,(int*)e);
  cudaDeviceSynchronize();
  printf("%d\n",x[0]);
}
