// The structures of a source, one for each set of template arguments, and CUDA's vectors.
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

  // The record of a structure, or of the target of a reference to one; null for other types.
  [[nodiscard]] Record* of(Type type) const;
  [[nodiscard]] Record& of(const Structure& structure) const { return *of_.at(&structure); }
  // The record of a structure as written, with these bindings; null if it was not made yet.
  [[nodiscard]] Record* written(const syntax::Structure& structure, const Bindings* bindings) const;
  // float4 and its relatives; null for other names.
  Record* vector(std::string_view name);
  // Makes a record without members.
  Record* make(const syntax::Structure& structure, const Bindings* bindings, Namespaces namespaces, std::string name);

 private:
  Build& build_;
  std::deque<Record> all_;
  std::unordered_map<const Structure*, Record*> of_;
  std::unordered_map<std::string_view, Record*> vectors_;
};

}  // namespace tilescope::language
