// How launches and their kernels are carried.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "app/apart/carry.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/recorded_kernel.h"
#include "instrumentation/machine/run.h"
#include "instrumentation/trace/launch.h"

namespace tilescope {

namespace apart {

template <>
inline constexpr std::size_t members<ExactNumber> = 2;
template <>
inline constexpr std::size_t members<Size2> = 2;
template <>
inline constexpr std::size_t members<Schedule> = 2;
template <>
inline constexpr std::size_t members<BlockRange> = 4;
template <>
inline constexpr std::size_t members<Buffer> = 7;
template <>
inline constexpr std::size_t members<Meaning> = 2;
template <>
inline constexpr std::size_t members<Launch> = 18;
template <>
inline constexpr std::size_t members<InList> = 6;
template <>
inline constexpr std::size_t members<InList::Start> = 2;
template <>
inline constexpr std::size_t members<RecordedKernel> = 11;
template <>
inline constexpr std::size_t members<RequestPlaces> = 1;
template <>
inline constexpr std::size_t members<Request> = 22;
template <>
inline constexpr std::size_t members<language::ReadOptions> = 3;

// What makes a prepared kernel again.
struct Recipe {
  std::string text;
  language::ReadOptions options;
  std::size_t kernel = 0;  // among the program's kernels
};
template <>
inline constexpr std::size_t members<Recipe> = 3;
[[nodiscard]] Recipe recipe_of(const machine::Prepared& kernel);
[[nodiscard]] std::shared_ptr<const machine::Prepared> made_by(const Recipe& recipe);

}  // namespace apart

template <>
struct Carried<ArrayBytes> {
  template <class Way>
  static void pass(Way& way, ArrayBytes& bytes) {
    const std::size_t size = apart::pass_size(way, bytes.size());
    if constexpr (Way::packs) {
      if (size > 0) way.bytes(const_cast<std::byte*>(std::as_const(bytes).data()), size);
    } else {
      const std::span<const std::byte> all = way.next(size);
      bytes.assign(all.data(), all.data() + size);
    }
  }
};

template <>
struct Carried<std::shared_ptr<const machine::Prepared>> {
  template <class Way>
  static void pass(Way& way, std::shared_ptr<const machine::Prepared>& kernel) {
    bool is_there = kernel != nullptr;
    way.bytes(&is_there, sizeof(is_there));
    if (!is_there) return;
    apart::Recipe recipe;
    if constexpr (Way::packs) recipe = apart::recipe_of(*kernel);
    apart::pass(way, recipe);
    if constexpr (!Way::packs) kernel = apart::made_by(recipe);
  }
};

// Names of a table live as long as the program.
template <>
struct Carried<std::string_view> {
  template <class Way>
  static void pass(Way& way, std::string_view& name) {
    std::string text(name);
    apart::pass(way, text);
    if constexpr (!Way::packs) {
      static std::set<std::string> names;
      name = *names.insert(text).first;
    }
  }
};

}  // namespace tilescope
