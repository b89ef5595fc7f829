#include <math.h>

// plain host version of one layer; act: 0 none, 1 relu, 2 tanh
void hostLayer(const float *x, const float *w, const float *b, float *y, int rows, int in, int out, int act)
{
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < out; o++) {
            double s = b[o];
            for (int k = 0; k < in; k++) s += (double)x[r * in + k] * w[o * in + k];
            if (act == 1) s = s > 0 ? s : 0;
            if (act == 2) s = tanh(s);
            y[r * out + o] = (float)s;
        }
}
