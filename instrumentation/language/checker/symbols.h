// The names declared in a function, the innermost last. Finding a name does not depend on how many there are.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "instrumentation/language/checker/entities.h"

namespace tilescope::language {

class Symbols {
 public:
  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] const Symbol& operator[](std::size_t n) const { return all_[n]; }
  [[nodiscard]] auto begin() const { return all_.begin(); }
  [[nodiscard]] auto end() const { return all_.end(); }

  // The last symbol of that name; null if there is none.
  [[nodiscard]] const Symbol* find(std::string_view name) const {
    const auto last = last_.find(name);
    return last == last_.end() ? nullptr : &all_[last->second];
  }
  // The same, from `first` on.
  [[nodiscard]] const Symbol* find(std::string_view name, std::size_t first) const {
    const Symbol* const found = find(name);
    return found != nullptr && found >= all_.data() + first ? found : nullptr;
  }
  void push_back(const Symbol& symbol) {
    const auto n = static_cast<std::uint32_t>(all_.size());
    const auto [last, is_new] = last_.try_emplace(symbol.name, n);
    before_.push_back(is_new ? none : last->second);
    last->second = n;
    all_.push_back(symbol);
  }
  // Keeps only the first `count` symbols.
  void keep(std::size_t count) {
    for (; all_.size() > count; all_.pop_back(), before_.pop_back())
      if (before_.back() == none)
        last_.erase(all_.back().name);
      else
        last_[all_.back().name] = before_.back();
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  std::vector<Symbol> all_;
  std::vector<std::uint32_t> before_;  // for each symbol, the previous one of that name
  std::unordered_map<std::string_view, std::uint32_t> last_;
};

}  // namespace tilescope::language
