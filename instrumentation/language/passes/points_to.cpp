#include "instrumentation/language/passes/points_to.h"

#include <algorithm>
#include <iterator>

#include "instrumentation/language/tree/tree.h"

namespace tilescope::language {

namespace {

void sort(Pointers& pointers) {
  std::sort(pointers.begin(), pointers.end());
  pointers.erase(std::unique(pointers.begin(), pointers.end()), pointers.end());
}

// Looks at the parts of a type, up to a limit.
struct Look {
  int left = 2000;

  // Visits the offset of each pointer in a value of the type; of an array, in its first element.
  template <class Visit>
  void each_pointer(Type type, std::uint64_t at, Visit&& visit) {
    if (--left < 0) return;
    if (type.is_array()) return each_pointer(type.inner(), at, visit);
    if (type.is_structure()) {
      for (const Field& field : type->structure->fields) each_pointer(field.type, at + field.offset, visit);
    } else if (type.is_pointer() || type.is_reference() || (type.is_integer() && type->size == 8)) {
      visit(static_cast<std::uint32_t>(at), type);
    }
  }
};

}  // namespace

bool add(Pointers& to, const Pointers& more) {
  if (more.empty() || std::includes(to.begin(), to.end(), more.begin(), more.end())) return false;
  Pointers both;
  both.reserve(to.size() + more.size());
  std::set_union(to.begin(), to.end(), more.begin(), more.end(), std::back_inserter(both));
  to = std::move(both);
  return true;
}

Pointers pointers_to(const Targets& targets) {
  Pointers pointers;
  pointers.reserve(targets.size());
  for (const Target target : targets) pointers.push_back({0, target});
  sort(pointers);
  return pointers;
}

Targets targets_of(const Pointers& pointers) {
  Targets targets;
  for (const Pointer& pointer : pointers)
    if (pointer.at == 0) targets.push_back(pointer.to);
  return targets;
}

Pointers part_of(const Pointers& value, std::uint64_t offset, std::uint64_t size) {
  Pointers part;
  for (const Pointer& pointer : value)
    if (offset <= pointer.at && pointer.at < offset + size)
      part.push_back({static_cast<std::uint32_t>(pointer.at - offset), pointer.to});
  return part;
}

Pointers shifted(Pointers value, std::uint64_t by) {
  for (Pointer& pointer : value) pointer.at += static_cast<std::uint32_t>(by);
  return value;
}

bool can_point(Type type) {
  Look look;
  bool found = false;
  look.each_pointer(type, 0, [&](std::uint32_t, Type) { found = true; });
  return found || look.left < 0;
}

std::uint32_t Objects::add(std::uint64_t size) {
  all_.push_back({size, false, {}, {}, {}});
  return static_cast<std::uint32_t>(all_.size() - 1);
}

std::uint32_t Objects::add_array(Type element) {
  all_.push_back({0, true, element, {}, {}});
  return static_cast<std::uint32_t>(all_.size() - 1);
}

Target Objects::moved(Target target, std::uint64_t by) const {
  const Object& object = all_[target.object];
  const std::uint64_t offset = target.offset + by;
  return {target.object, offset < object.size ? static_cast<std::uint32_t>(offset) : 0};
}

Pointers Objects::held(const Targets& targets, Type type) const {
  Pointers found;
  for (const Target target : targets) {
    const Object& object = all_[target.object];
    if (!object.outside) {
      language::add(found, part_of(object.holds, target.offset, type->size));
      continue;
    }
    Look().each_pointer(type, 0, [&](std::uint32_t at, Type pointer) {
      language::add(found, shifted(object.holds, at));
      const bool to_element = pointer.is_pointer() && pointer.inner().plain() == object.element.plain();
      if (to_element) language::add(found, {{at, target}});
    });
  }
  return found;
}

Pointers Objects::all_held(const Targets& targets) const {
  Pointers found;
  for (const Target target : targets)
    language::add(found, part_of(all_[target.object].holds, target.offset, all_[target.object].size));
  return found;
}

bool Objects::store(const Targets& targets, const Pointers& value) {
  if (value.empty()) return false;
  bool any_new = false;
  for (const Target target : targets) {
    Pointers moved_value = value;
    for (Pointer& pointer : moved_value) pointer.at = moved(target, pointer.at).offset;
    sort(moved_value);
    if (language::add(all_[target.object].holds, moved_value)) any_new = true;
  }
  return any_new;
}

}  // namespace tilescope::language
