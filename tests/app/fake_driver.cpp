// An NVIDIA driver that is not one: it tells its version, and has no GPU.
extern "C" {
int cuDriverGetVersion(int* version);
int cuDriverGetVersion(int* version) {
  *version = TILESCOPE_FAKE_VERSION;
  return 0;
}
int cuInit(unsigned);
int cuInit(unsigned) { return 100; }  // no device
}
