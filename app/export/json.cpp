#include "app/export/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tilescope {

// Converts our values to the library's.
struct JsonWriter {
  using Written = nlohmann::ordered_json;

  Written operator()(const Json& json) const { return std::visit(*this, json.value_); }
  Written operator()(const Json::List& list) const {
    Written all = Written::array();
    for (const Json& each : list) all.push_back((*this)(each));
    return all;
  }
  Written operator()(const Json::Object& object) const {
    Written all = Written::object();
    for (const auto& [name, value] : object) all[name] = (*this)(value);
    return all;
  }
  template <class Plain>
  Written operator()(const Plain& plain) const {
    return Written(plain);
  }
};

Json::Json() = default;
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(std::nullptr_t) {}
Json::Json(bool value) : value_(value) {}
Json::Json(Whole whole) : value_(whole.value) {}
Json::Json(Count count) : value_(count.value) {}
Json::Json(double value) : value_(value) {}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}
Json::Json(const std::string& text) : value_(text) {}

Json::Json(std::initializer_list<Json> all) {
  const bool is_object = std::all_of(all.begin(), all.end(), [](const Json& each) {
    const List* const pair = std::get_if<List>(&each.value_);
    return pair != nullptr && pair->size() == 2 && std::holds_alternative<std::string>(pair->front().value_);
  });
  if (!is_object) {
    value_ = List(all);
    return;
  }
  Object object;
  for (const Json& each : all) {
    const List& pair = std::get<List>(each.value_);
    object.emplace_back(std::get<std::string>(pair[0].value_), pair[1]);
  }
  value_ = std::move(object);
}

Json Json::array(std::initializer_list<Json> all) {
  Json json;
  json.value_ = List(all);
  return json;
}

Json Json::object() {
  Json json;
  json.value_ = Object();
  return json;
}

Json& Json::operator[](std::string_view name) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Object();
  auto& object = std::get<Object>(value_);
  const auto found = std::find_if(object.begin(), object.end(), [&](const auto& each) { return each.first == name; });
  if (found != object.end()) return found->second;
  return object.emplace_back(name, nullptr).second;
}

void Json::push_back(Json value) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = List();
  std::get<List>(value_).push_back(std::move(value));
}

Json Json::with(const Json& more) const {
  Json both = *this;
  for (const auto& [name, value] : std::get<Object>(more.value_)) both[name] = value;
  return both;
}

Json& Json::back() { return std::get<List>(value_).back(); }

std::string Json::dump(int indent) const {
  using Written = JsonWriter::Written;
  return JsonWriter()(*this).dump(indent, ' ', false, Written::error_handler_t::replace);
}

}  // namespace tilescope
