#include "instrumentation/executors/cuda/code_folder.h"

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

namespace tilescope::cuda {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view ending = ".cubin";

// The header of a code file.
struct Head {
  char magic[8] = {'T', 'S', 'c', 'o', 'd', 'e', '0', '1'};
  std::uint64_t size = 0, hash = 0;
};

Head head_of(const char* code, std::size_t size) {
  Head head;
  head.size = size;
  head.hash = XXH3_64bits(code, size);
  return head;
}

}  // namespace

std::string CodeFolder::key_of(std::span<const std::string_view> parts) {
  XXH3_state_t* const state = XXH3_createState();
  XXH3_128bits_reset(state);
  for (const std::string_view part : parts) {
    const std::uint64_t size = part.size();
    XXH3_128bits_update(state, &size, sizeof size);
    XXH3_128bits_update(state, part.data(), part.size());
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::optional<std::vector<char>> CodeFolder::find(const std::string& key) const {
  if (folder_.empty()) return {};
  const fs::path path = folder_ / (key + std::string(ending));
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  const std::vector<char> all{std::istreambuf_iterator<char>(file), {}};
  if (all.size() < sizeof(Head)) return {};
  const Head wanted = head_of(all.data() + sizeof(Head), all.size() - sizeof(Head));
  if (std::memcmp(all.data(), &wanted, sizeof(Head)) != 0) return {};
  std::error_code ignored;
  fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);  // for the removal of the least recently used
  return std::vector<char>(all.begin() + sizeof(Head), all.end());
}

// Writes a temporary file and renames it, so that no other program ever reads an incomplete file.
void CodeFolder::keep(const std::string& key, const std::vector<char>& code) const {
  if (folder_.empty()) return;
  std::error_code failed;
  fs::create_directories(folder_, failed);
  if (failed) return;
  static std::atomic<unsigned> count = 0;
  const fs::path part = folder_ / fmt::format("{}.{}-{}.part", key, getpid(), count++);
  {
    std::ofstream file(part, std::ios::binary);
    const Head head = head_of(code.data(), code.size());
    file.write(reinterpret_cast<const char*>(&head), sizeof head);
    file.write(code.data(), static_cast<std::streamsize>(code.size()));
    file.flush();
    if (!file) {
      file.close();
      fs::remove(part, failed);
      return;
    }
  }
  fs::rename(part, folder_ / (key + std::string(ending)), failed);
  if (failed) fs::remove(part, failed);
  leave_out_oldest();
}

void CodeFolder::leave_out_oldest() const {
  struct Kept {
    fs::file_time_type used;
    std::uint64_t bytes;
    fs::path path;
  };
  std::vector<Kept> all;
  std::uint64_t bytes = 0;
  std::error_code failed;
  for (fs::directory_iterator at(folder_, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code gone;  // another program may have removed the file
    const Kept kept{at->last_write_time(gone), at->file_size(gone), at->path()};
    if (gone || (kept.path.extension() != ending && kept.path.extension() != ".part")) continue;
    bytes += kept.bytes;
    all.push_back(kept);
  }
  std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& kept : all) {
    if (bytes <= most_bytes_) return;
    fs::remove(kept.path, failed);
    bytes -= kept.bytes;
  }
}

fs::path user_cache_folder() {
  if (const char* const cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
    return fs::path(cache) / "tilescope" / "gpu";
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path(home) / ".cache" / "tilescope" / "gpu";
  return {};
}

}  // namespace tilescope::cuda
