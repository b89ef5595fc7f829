#define NB 64
#define GID (blockIdx.x*blockDim.x+threadIdx.x)
#define B(x) min(NB-1,max(0,(int)((x)*NB)))
__global__ void bucket_count(const float*x,int*cnt,int n){int i=GID;if(i<n)atomicAdd(cnt+B(x[i]),1);}
__global__ void bucket_offsets(const int*cnt,int*off){int s=0;for(int k=0;k<NB;s+=cnt[k++])off[k]=s;}
__global__ void bucket_fill(const float*x,int*off,float*y,int n){for(int i=GID;i<n;i+=gridDim.x*blockDim.x)y[atomicAdd(&off[B(x[i])],1)]=x[i];}
// insertion sort in every bucket, off[] now holds the ends
__global__ void bucket_sort(float*y,const int*off){int b=threadIdx.x,lo=b?off[b-1]:0,hi=off[b];for(int i=lo+1,j;i<hi;i++){float v=y[j=i];while(j>lo&&y[j-1]>v)y[j]=y[j-1],j--;y[j]=v;}}
