#include "instrumentation/trace/file/replacing_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "instrumentation/error.h"

namespace tilescope::file {

namespace {

namespace fs = std::filesystem;

bool is_locked(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB) != 0; }

bool is_temporary_of(const std::string& name, const std::string& file) {
  const std::string begin = "." + name + ".";
  const std::string_view end = ".part";
  if (file.size() <= begin.size() + end.size() || !file.starts_with(begin) || !file.ends_with(end)) return false;
  const std::string middle = file.substr(begin.size(), file.size() - begin.size() - end.size());
  return middle.find_first_not_of("0123456789-") == std::string::npos;
}

}  // namespace

ReplacingFile::ReplacingFile(const std::string& path) : path_(path) {
  std::error_code error;
  fs::path target = path;
  if (fs::is_symlink(target, error)) target = fs::weakly_canonical(target, error);
  if (target.filename().empty()) fail("it does not name a file");
  if (fs::exists(target, error) && !fs::is_regular_file(target, error)) fail("it is not a regular file");
  folder_ = target.has_parent_path() ? target.parent_path().string() : ".";
  name_ = target.filename().string();
  remove_leftovers();
  open_temporary();
  struct stat old {};
  if (stat(target.c_str(), &old) == 0) fchmod(descriptor_, old.st_mode & 07777);
}

ReplacingFile::~ReplacingFile() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
  if (descriptor_ >= 0) close(descriptor_);
}

void ReplacingFile::remove_leftovers() const {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    if (!is_temporary_of(name_, entry.path().filename().string())) continue;
    const int descriptor = open(entry.path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) continue;
    if (!is_locked(descriptor)) unlink(entry.path().c_str());
    close(descriptor);
  }
}

void ReplacingFile::open_temporary() {
  static std::atomic<unsigned> counter = 0;
  for (int attempt = 0; attempt < 100; ++attempt) {
    temporary_ = fmt::format("{}/.{}.{}-{}.part", folder_, name_, getpid(), counter++);
    descriptor_ = open(temporary_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) {
      const int why = errno;
      temporary_.clear();
      if (why == EEXIST) continue;
      fail(std::strerror(why));
    }
    // Another writer may have removed it as a leftover just before the lock.
    struct stat own {};
    if (!is_locked(descriptor_) && fstat(descriptor_, &own) == 0 && own.st_nlink > 0) return;
    close(descriptor_);
    descriptor_ = -1;
  }
  fail("no temporary file could be created in its folder");
}

void ReplacingFile::append(Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(std::strerror(errno));
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void ReplacingFile::write_at(std::uint64_t offset, Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t written = pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(std::strerror(errno));
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

// The content is on the disk before the name, and the name before success is reported.
void ReplacingFile::take_place() {
  if (fsync(descriptor_) != 0) fail(std::strerror(errno));
  if (std::rename(temporary_.c_str(), (folder_ + "/" + name_).c_str()) != 0) fail(std::strerror(errno));
  temporary_.clear();
  if (const int folder = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); folder >= 0) {
    fsync(folder);
    close(folder);
  }
}

void ReplacingFile::fail(const std::string& why) const {
  throw UsageError(fmt::format("{}: cannot be written: {}", path_, why));
}

}  // namespace tilescope::file
