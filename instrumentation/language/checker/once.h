// Reports a thing only once, wherever it appears. A trial report can be taken back.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tilescope::language {

class Once {
 public:
  // True the first time.
  bool first(const void* thing) {
    if (!things_.insert(thing).second) return false;
    told_.push_back({thing, {}});
    return true;
  }
  bool first(std::string text) {
    if (!texts_.insert(text).second) return false;
    told_.push_back({nullptr, std::move(text)});
    return true;
  }

  using Mark = std::size_t;
  struct Key {
    const void* thing = nullptr;
    std::string text;
  };
  [[nodiscard]] Mark mark() const { return told_.size(); }
  // Forgets and returns what was added since `mark`.
  std::vector<Key> take_back(Mark mark) {
    if (mark >= told_.size()) return {};
    std::vector<Key> keys(told_.begin() + static_cast<std::ptrdiff_t>(mark), told_.end());
    told_.resize(mark);
    for (const Key& key : keys)
      if (key.thing != nullptr)
        things_.erase(key.thing);
      else
        texts_.erase(key.text);
    return keys;
  }
  void put(const std::vector<Key>& keys) {
    for (const Key& key : keys) key.thing != nullptr ? first(key.thing) : first(key.text);
  }

 private:
  std::unordered_set<const void*> things_;
  std::unordered_set<std::string> texts_;
  std::vector<Key> told_;  // in order
};

}  // namespace tilescope::language
