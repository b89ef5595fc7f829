#include "app/lessons/launch_keys.h"

#include <algorithm>

#include "instrumentation/launching/header/catalogue.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_fields.h"

namespace tilescope::lessons {

namespace {

// The value as text, whether it was written as text or as an integer.
std::string plain_text(const toml::node& node) {
  if (const auto* const text = node.as_string()) return text->get();
  if (const auto* const number = node.as_integer()) return std::to_string(number->get());
  throw UsageError("must be text in quotes, or a whole number");
}

}  // namespace

std::vector<std::string_view> launch_key_names() {
  std::vector<std::string_view> names;
  for (const RequestField& field : request_fields()) names.push_back(field.key);
  return names;
}

void read_launch_keys(const toml::table& table, Keys& keys, Request& request) {
  // Keys that set the same value conflict.
  for (const RequestField& field : request_fields()) {
    if (!keys.has(field.key)) continue;
    for (const std::string_view other : field.excludes)
      if (keys.has(other))
        keys.wrong(other, fmt::format("conflicts with {}, which also sets it: leave one of them out", field.key));
    read_key(keys, field.key,
             [&] { set_launch_key(request, std::string(field.key), plain_text(*table.get(field.key))); });
  }
  read_key(keys, "kernel", [&] { require_kernel(request.kernel); });
}

void set_launch_key(Request& request, const std::string& key, const std::string& value) {
  const auto fields = request_fields();
  const auto known =
      std::find_if(fields.begin(), fields.end(), [&](const RequestField& each) { return each.key == key; });
  if (known == fields.end())
    throw UsageError(
        fmt::format("there is no such key as '{}': did you mean '{}'?", key, nearest(key, launch_key_names())));
  known->read(request, value, key);
}

}  // namespace tilescope::lessons
