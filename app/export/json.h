// A value to be written as JSON; objects keep their order. Only json.cpp includes nlohmann's library, which does the
// writing: each file that includes it takes five seconds longer to compile.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tilescope {

class Json {
 public:
  using List = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  // Not inlined, because code that writes JSON creates hundreds of these values.
  Json();  // null; becomes an object or array with its first element
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  Json(std::nullptr_t);
  Json(bool value);
  Json(std::signed_integral auto value) : Json(Whole{value}) {}
  Json(std::unsigned_integral auto value) : Json(Count{value}) {}
  Json(double value);
  Json(const char* text);
  Json(std::string_view text);
  Json(const std::string& text);
  template <std::ranges::input_range All>
  requires(!std::convertible_to<All, std::string_view> && !std::same_as<All, Json>) Json(const All& all)
      : Json(array()) {
    for (const auto& each : all) push_back(each);
  }
  // An object if all values are pairs that begin with a string; otherwise an array.
  Json(std::initializer_list<Json> all);

  [[nodiscard]] static Json array(std::initializer_list<Json> all = {});
  [[nodiscard]] static Json object();

  // The value with this name; null if it is new.
  Json& operator[](std::string_view name);
  void push_back(Json value);
  // An object with this object's fields, followed by those of `more`.
  [[nodiscard]] Json with(const Json& more) const;
  [[nodiscard]] Json& back();

  // On several lines, or on one line if `indent` is -1. Invalid UTF-8 is replaced.
  [[nodiscard]] std::string dump(int indent) const;

 private:
  struct Whole {
    std::int64_t value;
  };
  struct Count {
    std::uint64_t value;
  };
  explicit Json(Whole whole);
  explicit Json(Count count);

  friend struct JsonWriter;

  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, List, Object> value_ = nullptr;
};

}  // namespace tilescope
