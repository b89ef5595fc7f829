#include "instrumentation/trace/file/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "instrumentation/trace/file/trace_file_error.h"

namespace tilescope::file {

namespace {

class FileSource final : public ByteSource {
 public:
  FileSource(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}
  ~FileSource() override { close(descriptor_); }

  [[nodiscard]] std::uint64_t size() const override { return size_; }
  [[nodiscard]] bool read(std::uint64_t offset, void* to, std::size_t count) const override {
    auto* next = static_cast<char*>(to);
    while (count > 0) {
      const ssize_t got = pread(descriptor_, next, count, static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      next += got;
      offset += static_cast<std::uint64_t>(got);
      count -= static_cast<std::size_t>(got);
    }
    return true;
  }

 private:
  int descriptor_;
  std::uint64_t size_;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(Bytes bytes) : bytes_(bytes) {}
  [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }
  [[nodiscard]] bool read(std::uint64_t offset, void* to, std::size_t count) const override {
    if (offset > bytes_.size() || count > bytes_.size() - offset) return false;
    if (count > 0) std::memcpy(to, bytes_.data() + offset, count);
    return true;
  }

 private:
  Bytes bytes_;
};

}  // namespace

std::unique_ptr<ByteSource> open_source(const std::string& path) {
  const auto fail = [&](const std::string& why) -> TraceFileError { return {{path, 0, "file"}, why}; };
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) throw fail(errno == ENOENT ? "there is no such file" : std::strerror(errno));
  struct stat about {};
  if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) {
    close(descriptor);
    throw fail("it is not a regular file");
  }
  return std::make_unique<FileSource>(descriptor, static_cast<std::uint64_t>(about.st_size));
}

std::unique_ptr<ByteSource> source_of(Bytes bytes) { return std::make_unique<MemorySource>(bytes); }

}  // namespace tilescope::file
