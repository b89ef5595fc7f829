#include "instrumentation/launching/header/header_numbers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <deque>
#include <mutex>
#include <set>
#include <utility>

#include "instrumentation/language/preprocessor/condition.h"
#include "instrumentation/language/program.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/launching/request/request_text.h"

namespace tilescope {

namespace {

constexpr std::string_view asking = "tilescope_asks";

// What was worked out lately: a header is read several times before a launch is shown.
template <class Value>
class Lately {
 public:
  template <class Work>
  Value of(const std::string& key, const Work& work) {
    {
      const std::lock_guard lock(mutex_);
      for (const auto& [known, value] : all_)
        if (known == key) return value;
    }
    Value value = work();
    const std::lock_guard lock(mutex_);
    constexpr std::size_t most = 64;
    if (all_.size() == most) all_.pop_front();
    return all_.emplace_back(key, std::move(value)).second;
  }

 private:
  std::mutex mutex_;
  std::deque<std::pair<std::string, Value>> all_;
};

language::ReadOptions options_of(const std::string& text, const Request::Named& knobs) {
  Request request;
  request.knobs = knobs;
  return options_for(request, text);
}

// Of one text with these knobs.
std::string key_of(const std::string& text, const Request::Named& knobs) {
  std::string key = text + "\n";
  for (const auto& [name, value] : knobs) key += fmt::format("{}={} ", name, value);
  return key;
}

// The kernels' knobs that are whole numbers, as they are read; those of templates are nothing that the host knows.
HeaderNumbers::Values knobs_in(const std::string& text, const Request::Named& knobs) {
  HeaderNumbers::Values all;
  const language::Program program = language::read(text, options_of(text, knobs));
  for (const language::Kernel& kernel : program.kernels())
    for (const language::Knob& knob : kernel.knobs) {
      std::int64_t value = 0;
      const auto [end, error] = std::from_chars(knob.value.data(), knob.value.data() + knob.value.size(), value);
      if (error == std::errc() && end == knob.value.data() + knob.value.size()) all.emplace(knob.name, value);
    }
  return all;
}

bool may_be_asked(std::string_view words) {
  return !words.empty() && std::all_of(words.begin(), words.end(), [](unsigned char letter) {
    return std::isalnum(letter) != 0 ||
           std::string_view("_ +-*/%()<>=!?:,&|~.").find(static_cast<char>(letter)) != std::string_view::npos;
  });
}

}  // namespace

void HeaderNumbers::know(const std::string& name, std::int64_t value) {
  known_[name] = value;
  if (knobs_.contains(name)) turn(name);
}

void HeaderNumbers::turn(const std::string& knob) {
  std::string value = std::to_string(known_.at(knob));
  if (knobs_[knob] == value) return;
  knobs_[knob] = std::move(value);
  in_text_.reset();
}

// What a text with its knobs says, shared by all who ask.
struct HeaderNumbers::InText {
  Values knobs;
  std::mutex mutex;
  std::map<std::string, std::optional<std::int64_t>, std::less<>> constants;  // those that were asked for
};

HeaderNumbers::InText& HeaderNumbers::in_text() const {
  static Lately<std::shared_ptr<InText>> lately;
  if (in_text_ == nullptr)
    in_text_ = lately.of(key_of(text_, knobs_), [&] {
      auto in_text = std::make_shared<InText>();
      in_text->knobs = knobs_in(text_, knobs_);
      return in_text;
    });
  return *in_text_;
}

std::optional<std::int64_t> HeaderNumbers::value_of_name(std::string_view name) const {
  if (const auto known = known_.find(name); known != known_.end()) return known->second;
  InText& in_text = this->in_text();
  if (const auto knob = in_text.knobs.find(name); knob != in_text.knobs.end()) return knob->second;
  const std::lock_guard lock(in_text.mutex);
  const auto constant = in_text.constants.find(name);
  if (constant != in_text.constants.end()) return constant->second;
  return in_text.constants[std::string(name)] = read_with_text(name, {});
}

std::optional<std::int64_t> HeaderNumbers::value_of(std::string_view words) const {
  if (!may_be_asked(words)) return std::nullopt;
  const auto value = language::value_of(words, [&](std::string_view name) { return value_of_name(name); });
  if (value && *value >= 0) return value;
  std::string key = fmt::format("{}\n{}\n", key_of(text_, knobs_), words);
  for (const auto& [name, number] : known_) key += fmt::format("{}:{} ", name, number);
  static Lately<std::optional<std::int64_t>> lately;
  return lately.of(key, [&] { return read_with_text(words, known_); });
}

std::optional<std::int64_t> HeaderNumbers::read_with_text(std::string_view words, const Values& known) const {
  language::ReadOptions options = options_of(text_, knobs_);
  options.host_values = in_text().knobs;
  for (const auto& [name, value] : known) options.host_values[name] = value;
  // As the third thing that a launch is given, which is a whole number.
  const std::string text = fmt::format(
      "{0}\n__global__ void {1}() {{}}\nvoid {1}_host() {{ {1}<<<1, 1, ({2})>>>(); }}\n", text_, asking, words);
  const language::Program program = language::read(text, options);
  for (const language::Launch& launch : program.launches())
    if (launch.kernel == asking) return launch.shared_bytes;
  return std::nullopt;
}

std::string HeaderNumbers::refusal_of(std::string_view words) const {
  std::set<std::string> all;
  for (const Values& values : {in_text().knobs, known_})
    for (const auto& [name, value] : values) all.insert(name);
  return fmt::format("\"{}\" is not a whole number: {}", words,
                     all.empty() ? "there are no knobs or numbers that it could use"
                                 : fmt::format("it may use these knobs and numbers: {}", fmt::join(all, ", ")));
}

std::vector<std::pair<std::string, std::int64_t>> HeaderNumbers::named_in(std::string_view words) const {
  std::vector<std::pair<std::string, std::int64_t>> all;
  static_cast<void>(language::value_of(words, [&](std::string_view name) {
    const auto value = value_of(name);
    const auto is_it = [&](const auto& one) { return one.first == name; };
    if (value && std::none_of(all.begin(), all.end(), is_it)) all.emplace_back(name, *value);
    return value;
  }));
  return all;
}

bool leaves_open(const std::string& text, const std::string& name) {
  static Lately<bool> lately;
  return lately.of(text + "\n" + name, [&] { return options_for(text, {{name, "1"}}).defined.contains(name); });
}

std::vector<std::string> array_names(const std::string& text) {
  static Lately<std::vector<std::string>> lately;
  return lately.of(text, [&] {
    std::set<std::string> arrays, numbers;
    const language::Program program = language::read(text);
    for (const language::Kernel& kernel : program.kernels())
      for (const auto* const parameters : {&kernel.parameters, &kernel.globals})
        for (const language::Parameter& parameter : *parameters)
          (parameter.is_array || parameters == &kernel.globals ? arrays : numbers).insert(parameter.name);
    for (const std::string& name : numbers) arrays.erase(name);
    return std::vector<std::string>(arrays.begin(), arrays.end());
  });
}

std::vector<std::string> parts_of_list(std::string_view words) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char letter : words) {
    depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
    if (letter == ',' && depth == 0)
      parts.emplace_back();
    else if (letter != ' ' || !parts.back().empty())
      parts.back() += letter;
  }
  return parts;
}

}  // namespace tilescope
