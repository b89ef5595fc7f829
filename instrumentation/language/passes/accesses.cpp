#include <algorithm>

#include "instrumentation/language/passes/access_finder.h"
#include "instrumentation/language/passes/passes.h"

namespace tilescope::language {

void AccessFinder::find() {
  calls_.push_back({kernel_.function, {}, {}, 0, false});
  add_parameters();
  for (changed_ = true; changed_ && !gave_up();) {
    changed_ = false;
    ++round_;
    run(0);
  }
  tell();
}

void AccessFinder::add_parameters() {
  for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
    const Parameter& parameter = kernel_.parameters[i];
    if (!parameter.is_array || parameter.variable == nullptr) continue;
    std::uint64_t offset = 0;
    for (const Field* const field : parameter.path) offset += field->offset;
    const Variable& variable = *parameter.variable;
    const Target from = objects_.moved({object(&variable, variable.type->size), 0}, offset);
    objects_.store({from}, {{0, {new_array(i, parameter.type), 0}}});
  }
}

std::uint32_t AccessFinder::new_array(std::size_t number, Type element) {
  const std::uint32_t array = objects_.add_array(element);
  objects_.add_part(array, {0, everything, number});
  return array;
}

std::uint32_t AccessFinder::add_global(const Variable& variable) {
  const auto known = known_globals_.find(&variable);
  if (known != known_globals_.end()) return known->second;
  const std::uint32_t object = objects_.add(variable.type->size);
  known_globals_.emplace(&variable, object);
  add_members(variable, object, std::string(variable.name), variable.type, 0, {});
  changed_ = true;
  return object;
}

// Splits a structure into its members; a pointer in it is an array of its own.
void AccessFinder::add_members(const Variable& variable, std::uint32_t object, const std::string& name, Type type,
                               std::uint64_t offset, std::vector<const Field*> path) {
  const bool is_structure = type.is_structure() && type->structure->vector == 0 && !type->structure->is_union;
  if (is_structure && path.size() < 8 && globals_.size() < 1000) {
    for (const Field& field : type->structure->fields) {
      path.push_back(&field);
      add_members(variable, object, name + "." + std::string(field.name), field.type, offset + field.offset, path);
      path.pop_back();
    }
    return;
  }
  Parameter part;
  part.name = name;
  part.is_array = type.is_pointer() || type.is_array();
  part.type = type.is_pointer() ? type.inner() : type;
  while (part.type.is_array()) part.type = part.type.inner();
  part.variable = &variable;
  part.path = std::move(path);
  const std::size_t number = found_.size();
  globals_.push_back(std::move(part));
  found_.emplace_back();
  if (type.is_pointer())
    objects_.store({objects_.moved({object, 0}, offset)}, {{0, {new_array(number, type.inner()), 0}}});
  else
    objects_.add_part(object, {offset, type->size, number});
}

std::uint32_t AccessFinder::object(const void* what, std::uint64_t size) {
  const auto [place, is_new] = known_.try_emplace({call_, what}, 0);
  if (is_new) place->second = objects_.add(size);
  return place->second;
}

void AccessFinder::note(const Targets& targets, std::uint64_t size, Use use) {
  for (const Target target : targets)
    objects_.each_part(target, size, [&](std::size_t number) {
      if (use != Use::writes) found_[number].reads = true;
      if (use != Use::reads) found_[number].writes = true;
    });
}

// If the analysis gave up, every array counts as read, and as written unless it is const.
void AccessFinder::tell() {
  if (gave_up())
    for (std::size_t i = 0; i < found_.size(); ++i) {
      const Parameter& of =
          i < kernel_.parameters.size() ? kernel_.parameters[i] : globals_[i - kernel_.parameters.size()];
      found_[i] = {true, !of.type.is_const() && of.variable->space != Space::constant};
    }
  for (std::size_t i = 0; i < kernel_.parameters.size(); ++i) {
    Parameter& parameter = kernel_.parameters[i];
    parameter.reads = parameter.is_array && found_[i].reads;
    parameter.writes = parameter.is_array && found_[i].writes;
  }
  for (std::size_t i = 0; i < globals_.size(); ++i) {
    const Found& found = found_[kernel_.parameters.size() + i];
    globals_[i].reads = found.reads;
    globals_[i].writes = found.writes;
  }
  std::stable_sort(globals_.begin(), globals_.end(), [](const Parameter& a, const Parameter& b) {
    return a.variable->place.offset < b.variable->place.offset;
  });
  kernel_.globals = std::move(globals_);
}

void find_accesses(Kernel& kernel) {
  if (kernel.function != nullptr) AccessFinder(kernel).find();
}

}  // namespace tilescope::language
