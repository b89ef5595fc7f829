__global__ void widths(const char* c, const unsigned char* u, const short* s, const int* i, const unsigned* w,
                       const long long* l, long long* out) {
  int x = threadIdx.x;
  out[x] = (long long)c[x] + u[x] + s[x] + i[x] + w[x] + l[x];
}
