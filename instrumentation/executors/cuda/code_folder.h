// A cache of compiled machine code, in a folder that several programs may use at once. Damaged files are ignored, and
// the least recently used ones are removed if there is too much.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::cuda {

class CodeFolder {
 public:
  // An empty path: nothing is cached.
  CodeFolder(std::filesystem::path folder, std::uint64_t most_bytes)
      : folder_(std::move(folder)), most_bytes_(most_bytes) {}

  // A 128-bit hash of all parts and their boundaries.
  [[nodiscard]] static std::string key_of(std::span<const std::string_view> parts);

  [[nodiscard]] std::optional<std::vector<char>> find(const std::string& key) const;
  // Failures are ignored: the code is compiled again next time.
  void keep(const std::string& key, const std::vector<char>& code) const;

 private:
  void leave_out_oldest() const;

  std::filesystem::path folder_;
  std::uint64_t most_bytes_;
};

// $XDG_CACHE_HOME/tilescope/gpu, or in ~/.cache; empty if neither exists.
[[nodiscard]] std::filesystem::path user_cache_folder();

}  // namespace tilescope::cuda
