// The structures of a text, one for each of its templates' arguments, and CUDA's vectors.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "instrumentation/language/checker/build.h"
#include "instrumentation/language/checker/entities.h"

namespace tilescope::language {

class RecordTable {
 public:
  explicit RecordTable(Build& build) : build_(build) {}

  // For a structure, or of what a reference to one refers to; null for other types.
  [[nodiscard]] Record* of(Type type) const;
  [[nodiscard]] Record& of(const Structure& structure) const { return *of_.at(&structure); }
  // For one that is written there, with these bindings; null if it was not made yet.
  [[nodiscard]] Record* written(const syntax::Structure& structure, const Bindings* bindings) const;
  // float4 and its kind; null for other names.
  Record* vector(std::string_view name);
  // Without members yet.
  Record* make(const syntax::Structure& structure, const Bindings* bindings, Namespaces namespaces, std::string name);

 private:
  Build& build_;
  std::deque<Record> all_;
  std::unordered_map<const Structure*, Record*> of_;
  std::unordered_map<std::string_view, Record*> vectors_;
};

}  // namespace tilescope::language
