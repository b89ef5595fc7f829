// How launches and their kernels are carried.
#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "app/apart/carry.h"
#include "instrumentation/launching/request/request.h"
#include "instrumentation/machine/prepared.h"
#include "instrumentation/machine/recorded_kernel.h"
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

template <>
inline constexpr std::size_t members<machine::KernelSource> = 3;
template <>
inline constexpr std::size_t members<language::Place> = 2;
template <>
inline constexpr std::size_t members<language::Knob> = 5;
template <>
inline constexpr std::size_t members<machine::KernelFacts::Array> = 4;
template <>
inline constexpr std::size_t members<machine::KernelFacts> = 5;
[[nodiscard]] std::shared_ptr<const machine::Prepared> made_from(machine::KernelSource source,
                                                                 machine::KernelFacts facts);

}  // namespace apart

template <>
struct Carried<ArrayBytes> {
  template <class Way>
  static void pass(Way& way, ArrayBytes& bytes) {
    if constexpr (Way::packs)
      apart::pack_array(way, bytes.all());
    else
      bytes = apart::unpack_array(way);
  }
};

template <>
struct Carried<std::shared_ptr<const machine::Prepared>> {
  template <class Way>
  static void pass(Way& way, std::shared_ptr<const machine::Prepared>& kernel) {
    bool is_there = kernel != nullptr;
    way.bytes(&is_there, sizeof(is_there));
    if (!is_there) return;
    machine::KernelSource source;
    machine::KernelFacts facts;
    if constexpr (Way::packs) source = kernel->source(), facts = kernel->facts();
    apart::pass_all(way, source, facts);
    if constexpr (!Way::packs) kernel = apart::made_from(std::move(source), std::move(facts));
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
