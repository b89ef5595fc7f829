// ascii fractals, short
#include <stdio.h>
#define W 128
#define H 48
#define T 16
#define D(x,t) (((x)-1)/(t)+1)
#define G dim3(D(W,T),D(H,T)),dim3(T,T)
#define X blockIdx.x*T+threadIdx.x
#define Y blockIdx.y*T+threadIdx.y

struct C { float r, i; };
__host__ __device__ C operator*(C a, C b) { return {a.r*b.r-a.i*b.i, a.r*b.i+a.i*b.r}; }
__host__ __device__ C operator+(C a, C b) { return {a.r+b.r, a.i+b.i}; }
__host__ __device__ float n2(C a) { return a.r*a.r+a.i*a.i; }

__host__ __device__ int it(C z, C c, int k) {
  int i = 0;
  for (; i < k && n2(z) < 4; i++) z = z*z+c;
  return i;
}

__host__ __device__ C pt(int x, int y, float s) { return {s*(x-W/2)/W, s*.75f*(y-H/2)/H}; }

__global__ void m(char*o,int w,int h,int k) { // mandelbrot
  int x=X,y=Y;
  if (x<w&&y<h) {
    int i=it({0,0},pt(x,y,3.2f)+C{-.6f,0},k);
    o[y*(w+1)+x]=i==k?'#':" .:-=+*%"[i&7];
  }
}

__global__ void j(char*o,int w,int h,int k,float a,float b) { // julia
  int x=X,y=Y;
  if (x<w&&y<h) {
    int i=it(pt(x,y,3.f),{a,b},k);
    o[y*(w+1)+x]=i==k?'#':" .:-=+*%"[i&7];
  }
}

__global__ void nl(char*o,int w,int h) { int y=threadIdx.x; if(y<h) o[y*(w+1)+w]='\n'; }

int count(const char*s, char c) { int n=0; while(*s) n+=*s++==c; return n; }

int main() {
  char*o; int s=(W+1)*H,a,b,e=0;
  cudaMallocManaged(&o,s+1);
  m<<<G>>>(o,W,H,200); nl<<<1,H>>>(o,W,H);
  cudaDeviceSynchronize();
  o[s]=0; fputs(o,stdout); a=count(o,'#');
  for (int y=0;y<H;y++) for (int x=0;x<W;x++)
    e+=(it({0,0},pt(x,y,3.2f)+C{-.6f,0},200)==200)!=(o[y*(W+1)+x]=='#');
  j<<<G>>>(o,W,H,100,-.8f,.156f);
  cudaDeviceSynchronize();
  fputs(o,stdout); b=count(o,'\n');
  cudaFree(o);
  printf("%d inside, %d lines, %d differ\n",a,b,e);
  return e>20||b!=H; // the border may round differently
}
