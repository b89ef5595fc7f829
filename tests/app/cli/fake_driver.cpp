// An NVIDIA driver that is not one. Of an old one some functions are not there yet; a whole one has them all, and no
// GPU.
#if defined(TILESCOPE_FAKE_WHOLE)
#define NAMED(name) \
  int name();       \
  int name() { return 999; }
#else
#define NAMED(name)
#endif

extern "C" {
int cuInit(unsigned);
int cuInit(unsigned) { return 100; }  // no device
NAMED(cuDriverGetVersion)
NAMED(cuGetErrorString)
NAMED(cuDeviceGetCount)
NAMED(cuDeviceGet)
NAMED(cuDeviceGetName)
NAMED(cuDeviceTotalMem_v2)
NAMED(cuDeviceGetAttribute)
NAMED(cuDevicePrimaryCtxRetain)
NAMED(cuDevicePrimaryCtxRelease_v2)
NAMED(cuDevicePrimaryCtxReset_v2)
NAMED(cuCtxSetCurrent)
NAMED(cuStreamQuery)
NAMED(cuMemAlloc_v2)
NAMED(cuMemFree_v2)
NAMED(cuMemAllocAsync)
NAMED(cuMemFreeAsync)
NAMED(cuMemAllocHost_v2)
NAMED(cuMemFreeHost)
NAMED(cuMemGetInfo_v2)
NAMED(cuMemcpyHtoD_v2)
NAMED(cuMemcpyDtoH_v2)
NAMED(cuMemcpyDtoDAsync_v2)
NAMED(cuMemsetD8Async)
NAMED(cuDeviceGetDefaultMemPool)
NAMED(cuMemPoolSetAttribute)
NAMED(cuModuleLoadData)
NAMED(cuModuleGetFunction)
NAMED(cuModuleGetGlobal_v2)
NAMED(cuFuncGetAttribute)
NAMED(cuFuncSetAttribute)
NAMED(cuLaunchKernel)
NAMED(cuOccupancyMaxActiveBlocksPerMultiprocessor)
NAMED(cuEventCreate)
NAMED(cuEventRecord)
NAMED(cuEventElapsedTime)
NAMED(cuEventDestroy_v2)
}
