// A cache of compiled machine code, in a folder that several programs may use at once. A file that is damaged counts as
// none, and what was used longest ago goes when there is too much.
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
  // An empty path: nothing is kept.
  CodeFolder(std::filesystem::path folder, std::uint64_t most_bytes)
      : folder_(std::move(folder)), most_bytes_(most_bytes) {}

  // 128 bits that stand for all parts, and where one ends.
  [[nodiscard]] static std::string key_of(std::span<const std::string_view> parts);

  [[nodiscard]] std::optional<std::vector<char>> find(const std::string& key) const;
  // Where that cannot be, nothing is kept and nothing reported: it is compiled again next time.
  void keep(const std::string& key, const std::vector<char>& code) const;

 private:
  void leave_out_oldest() const;

  std::filesystem::path folder_;
  std::uint64_t most_bytes_;
};

// $XDG_CACHE_HOME/tilescope/gpu, or in ~/.cache; empty if there is neither.
[[nodiscard]] std::filesystem::path user_cache_folder();

}  // namespace tilescope::cuda
