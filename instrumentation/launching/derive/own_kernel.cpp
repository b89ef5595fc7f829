#include "instrumentation/launching/derive/own_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "instrumentation/error.h"
#include "instrumentation/launching/derive/kernel_reading.h"
#include "instrumentation/launching/derive/kernel_roles.h"
#include "instrumentation/launching/derive/launch_hints.h"
#include "instrumentation/launching/header/header_numbers.h"
#include "instrumentation/launching/header/kernel_header.h"
#include "instrumentation/launching/request/dimensions.h"
#include "instrumentation/launching/request/request_fields.h"
#include "instrumentation/launching/request/request_text.h"
#include "instrumentation/launching/request/typed_number.h"
#include "instrumentation/launching/texts/kernel_file.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/nearest.h"
#include "instrumentation/reading/plan_budget.h"

namespace tilescope {

namespace {

std::vector<std::string> names_of(const std::vector<const language::Kernel*>& all) {
  std::vector<std::string> names;
  for (const language::Kernel* kernel : all) names.push_back(kernel->name);
  return names;
}

// Found by trying them one after another, where they are not too many.
const language::Kernel* first_product(const language::Program& program,
                                      const std::vector<const language::Kernel*>& able, const KernelHeader& header) {
  constexpr std::size_t most_tried = 12;
  for (std::size_t n = 0; n < std::min(able.size(), most_tried); ++n) try {
      RecordedKernel one;
      one.prepared = std::make_shared<machine::Prepared>(program, *able[n]);
      if (found_product(one, {}, header)) return able[n];
    } catch (const UsageError&) {  // none that can be shown
    }
  return nullptr;
}

// The one that was asked for, or the first one that multiplies matrices, or else the first that the text launches or
// has.
const language::Kernel& chosen(const std::string& path, const language::Program& program, const KernelHeader& header,
                               const std::string& entry) {
  std::vector<const language::Kernel*> able, fitting;
  for (const language::Kernel& kernel : program.kernels()) {
    if (!entry.empty() && kernel.name == entry && !kernel.runnable) tell_mistakes(path, program);
    if (kernel.runnable) able.push_back(&kernel);
  }
  if (able.empty()) tell_mistakes(path, program);
  if (!entry.empty()) {
    for (const language::Kernel* kernel : able)
      if (kernel->name == entry) return *kernel;
    throw UsageError(
        fmt::format("--entry {}: {} has no such kernel, only {}", entry, path, fmt::join(names_of(able), ", ")));
  }
  if (able.size() == 1) return *able.front();
  for (const language::Kernel* kernel : able)
    if (has_roles(*kernel, header)) fitting.push_back(kernel);
  if (fitting.size() == 1) return *fitting.front();
  if (const language::Kernel* const first = first_product(program, fitting.empty() ? able : fitting, header))
    return *first;
  for (const language::Launch& launch : program.launches())
    for (const language::Kernel* kernel : able)
      if (kernel->name == launch.kernel) return *kernel;
  return *(fitting.empty() ? able : fitting).front();
}

// Whether it is made of numbers, signs, and other knobs.
bool may_be_number(const std::string& text, const language::Kernel& kernel) {
  const auto is_of_word = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
  };
  for (std::size_t n = 0; n < text.size();) {
    if (!is_of_word(text[n])) {
      ++n;
      continue;
    }
    std::size_t end = n;
    while (end < text.size() && (is_of_word(text[end]) || text[end] == '.')) ++end;
    const std::string word = text.substr(n, end - n);
    const bool is_known = std::isdigit(static_cast<unsigned char>(word[0])) != 0 || word == "true" || word == "false" ||
                          std::any_of(kernel.knobs.begin(), kernel.knobs.end(),
                                      [&](const language::Knob& knob) { return knob.name == word; });
    if (!is_known) return false;
    n = end;
  }
  return !text.empty();
}

// What stands for a number in the text has to be one.
void require_value(const Request& request, const language::Kernel& kernel, const language::Knob& knob,
                   const std::string& value) {
  if (!is_number(knob.value) || may_be_number(value, kernel)) return;
  throw UsageError(fmt::format("{}: it is {} in the source, so give a number",
                               told_of(request, "knobs", fmt::format("{}={}", knob.name, value)), knob.value));
}

// Whether the text has a constant of that name, which its header may name though no array depends on it.
bool is_constant_of_text(const language::Program& program, const language::ReadOptions& options,
                         const std::string& name) {
  const std::string text(program.source().text());
  const HeaderNumbers as_it_is(text, {}), turned(text, options.knobs);
  const auto now = turned.value_of(name);
  return declares(text, name) && as_it_is.value_of(name) && now && std::to_string(*now) == options.knobs.at(name);
}

void require_knobs(const Request& request, const language::ReadOptions& options, const language::Program& program,
                   const language::Kernel& kernel) {
  for (const auto& [name, value] : options.knobs) {
    const std::string& called = name;  // which a lambda may have
    std::vector<std::string_view> known;
    for (const language::Knob& knob : kernel.knobs) known.push_back(knob.name);
    if (const auto knob = std::find(known.begin(), known.end(), name); knob != known.end()) {
      require_value(request, kernel, kernel.knobs[static_cast<std::size_t>(knob - known.begin())], value);
      continue;
    }
    if (changes_with(program, kernel, options, name) || is_constant_of_text(program, options, name)) continue;
    const auto& parameters = kernel.parameters;
    if (std::any_of(parameters.begin(), parameters.end(),
                    [&](const language::Parameter& each) { return each.is_array && each.name == called; }))
      throw UsageError(fmt::format("{}: {} is a pointer: give a pointer parameter of the same type in {}, as in {} + 3",
                                   told_of(request, "knobs", fmt::format("{}={}", name, value)), name, kernel.name,
                                   name));
    if (known.empty())
      throw UsageError(fmt::format("{}: {} has no knobs", told_of(request, "knobs", name), kernel.name));
    throw UsageError(fmt::format("{}: {} has {}: did you mean {}?", told_of(request, "knobs", name), kernel.name,
                                 fmt::join(known, ", "), nearest(name, known)));
  }
}

OwnKernel read_text_anew(const Request& request) {
  OwnKernel read;
  read.text = text_of(request);
  read.is_typed = request.text.has_value();
  read.file = request.kernel;
  read.entry = request.entry;
  read.knobs = request.knobs;
  Request known;  // a header may name what is asked for, and of that only the knobs make another kernel
  known.knobs = request.knobs;
  const KernelHeader header = read_header(read.text, request.kernel, known);
  std::string entry = request.entry.empty() ? header.entry : request.entry;
  const bool is_said = !entry.empty();
  const language::ReadOptions options = options_for(read.text, request.knobs);
  {
    const language::Program as_it_is =
        language::read(read.text, {.knobs = {}, .defined = options.defined, .host_values = {}});
    const language::Kernel& kernel = chosen(request.kernel, as_it_is, header, entry);
    require_knobs(request, options, as_it_is, kernel);
    entry = kernel.name;
  }
  read.defined = options.defined;
  language::Program program = language::read(read.text, options);
  const language::Kernel& kernel = chosen(request.kernel, program, header, entry);
  const std::string file = std::filesystem::path(request.kernel).filename();
  read.name = program.kernels().size() == 1 ? file : fmt::format("{}:{}", file, kernel.name);
  for (const language::Kernel& other : program.kernels())
    if (!is_said && other.runnable && other.name != kernel.name) read.others.push_back(other.name);
  try {
    read.prepared = std::make_shared<machine::Prepared>(program, kernel);
  } catch (const UsageError& error) {
    throw TextError({.file = request.kernel}, error.what());
  }
  return read;
}

// What is kept of a file as long as that is not changed; of texts that a user types, the last few.
template <class Key>
class Kept {
 public:
  template <class Read>
  std::shared_ptr<const OwnKernel> of(const Key& key, const Request& request, const Read& read) {
    constexpr std::size_t most_typed = 16;
    std::error_code error;
    One now;
    if (!request.text) {
      now.written = std::filesystem::last_write_time(request.kernel, error);
      now.size = std::filesystem::file_size(request.kernel, error);
      if (error && find_classic(request.kernel) != nullptr) now = {}, error.clear();
    }
    {
      const std::lock_guard lock(mutex_);
      const auto known = all_.find(key);
      if (known != all_.end() && !error && known->second.written == now.written && known->second.size == now.size)
        return known->second.kernel;
    }
    now.kernel = std::make_shared<OwnKernel>(read());  // which may take its time, while others read other texts
    const std::lock_guard lock(mutex_);
    if (request.text && !all_.contains(key)) typed_.push_back(key);
    all_[key] = now;
    for (; typed_.size() > most_typed; typed_.pop_front()) all_.erase(typed_.front());
    return now.kernel;
  }

 private:
  struct One {
    std::filesystem::file_time_type written;
    std::uintmax_t size = 0;
    std::shared_ptr<const OwnKernel> kernel;
  };
  std::mutex mutex_;
  std::map<Key, One> all_;
  std::deque<Key> typed_;
};

using TextKey = std::tuple<std::string, std::string, Knobs, std::optional<std::string>>;
TextKey text_key(const Request& request) { return {request.kernel, request.entry, request.knobs, request.text}; }

OwnKernel claimed(const Request& request) {
  OwnKernel own = *read_own(request);
  own.product = claimed_product(own, header_of(own, request));
  own.is_claimed = true;
  return own;
}

OwnKernel tried(const Request& request) {
  OwnKernel own = *read_own(request);
  Request blocks;  // what else is asked for is no other kernel
  blocks.grid = request.grid;
  blocks.block = request.block;
  own.product = found_product(own, blocks, header_of(own, request));
  own.search_ended = reading::PlanBudget::is_used_up();
  return own;
}

}  // namespace

std::shared_ptr<const OwnKernel> read_own(const Request& request) {
  static Kept<TextKey> kept;
  return kept.of(text_key(request), request, [&] { return read_text_anew(request); });
}

std::shared_ptr<const OwnKernel> read_claimed(const Request& request) {
  static Kept<TextKey> kept;
  return kept.of(text_key(request), request, [&] { return claimed(request); });
}

std::shared_ptr<const OwnKernel> read_tried(const Request& request) {
  using Wanted = std::optional<Dimensions>;
  static Kept<std::tuple<TextKey, Wanted, Wanted>> kept;
  return kept.of({text_key(request), request.grid, request.block}, request, [&] { return tried(request); });
}

Request with_sides_as_knobs(const Request& asked) {
  Request request = asked;
  if (!asked.m && !asked.n && !asked.k && !asked.tile) return request;
  if (asked.tile)
    if (const std::string name = tile_knob(text_of(asked)); !name.empty())
      request.knobs.try_emplace(name, std::to_string(*asked.tile));
  const std::shared_ptr<const RecordedKernel> own = read_own(request);
  for (const language::Knob& knob : own->prepared->code().kernel->knobs) {
    const std::optional<std::int64_t>* const side = knob.name == "M"   ? &asked.m
                                                    : knob.name == "N" ? &asked.n
                                                    : knob.name == "K" ? &asked.k
                                                                       : nullptr;
    if (side != nullptr && *side) request.knobs.try_emplace(knob.name, std::to_string(**side));
  }
  return request;
}

}  // namespace tilescope
