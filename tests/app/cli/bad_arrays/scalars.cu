__global__ void scalars(double* out, char c, unsigned char uc, short s, unsigned u, int i, long long l,
                        unsigned long long ul, float f, double d, bool b) {
  out[0] = c + uc + s + u + i + (double)l + (double)ul + f + d + b;
}
