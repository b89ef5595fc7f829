#pragma once
#include <cuda_runtime.h>

extern int  g_elements;
extern int  g_verbose;
extern float g_gain;
extern const int kPhaseCount;

void phase_a(float *data, float *scratch);
void phase_b(float *data, float *scratch);
