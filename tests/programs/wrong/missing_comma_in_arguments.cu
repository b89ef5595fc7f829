#include<stdio.h>
#include<stdlib.h>
#include<cuda_runtime.h>

__global__ void sum2d(float*a,float*b,float*c,int w,int h){
  int x=blockIdx.x*blockDim.x+threadIdx.x,y=blockIdx.y*blockDim.y+threadIdx.y;
  if(x<w&&y<h)c[y*w+x]=a[y*w+x]+b[y*w+x];
}

int main(int argc,char**argv){
  int w=argc>1?atoi(argv[1]):100,h=argc>2?atoi(argv[2]):w;
  float*p;
  cudaMalloc(&p,3*w*h*sizeof(float));
  dim3 t(16,16),g((w+15)/16,(h+15)/16);
  sum2d<<<g,t>>>(p,p+w*h,p+2*w*h w,h); //~ 15:34 a ',' is missing before 'w'
  cudaDeviceSynchronize();
  cudaFree(p);
  return 0;
}
