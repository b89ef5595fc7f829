#define I(r,c) ((r)*n+(c))
__global__ void mm(float*a,float*b,float*c,int n){int i=threadIdx.y+blockIdx.y*blockDim.y,j=threadIdx.x+blockIdx.x*blockDim.x;if(i<n&&j<n){float s=0;for(int k=0;k<n;++k)s+=a[I(i,k)]*b[I(k,j)];c[I(i,j)]=s;}}
__global__ void mt(float*a,float*c,int n){int i=threadIdx.y+blockIdx.y*blockDim.y,j=threadIdx.x+blockIdx.x*blockDim.x;if(i<n)if(j<n)c[I(j,i)]=a[I(i,j)];}
#undef I
__global__ void mv(float*a,float*x,float*y,int n){for(int i=threadIdx.x;i<n;i+=blockDim.x){float s=0,*p=a+i*n;for(int k=0;k<n;s+=p[k]*x[k],k++);y[i]=s;}}