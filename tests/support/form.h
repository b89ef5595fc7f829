// A form: a small kernel in tests/instrumentation/forms with the events that it must give. Its file may contain
// `//launch m=2 n=2 k=2 block=1x1 grid=1x1 dynamic=0 thread=0`; these are the defaults, and `thread` is the thread of
// block 0 whose events are listed. Each line `//= ...` after the kernel is one expected event.
#pragma once

#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "instrumentation/trace/lanes_record.h"
#include "instrumentation/trace/launch.h"
#include "tests/support/factors.h"

namespace tilescope::test {

struct Form {
  std::string name;
  std::map<std::string, unsigned> launch{{"m", 2},      {"n", 2},      {"k", 2},       {"block_x", 1}, {"block_y", 1},
                                         {"grid_x", 1}, {"grid_y", 1}, {"dynamic", 0}, {"thread", 0}};
  std::vector<std::string> events;
};

inline Form read_form(const std::string& folder, const std::string& name) {
  std::ifstream in(folder + "/" + name + ".cu");
  if (!in) throw std::runtime_error("no form " + name);
  Form form;
  form.name = name;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("//= ")) form.events.push_back(line.substr(4));
    if (!line.starts_with("//launch ")) continue;
    std::istringstream words(line.substr(9));
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      const std::string key = word.substr(0, equals);
      const std::string value = word.substr(equals + 1);
      if (const std::size_t x = value.find('x'); x != std::string::npos) {
        form.launch.at(key + "_x") = static_cast<unsigned>(std::stoul(value));
        form.launch.at(key + "_y") = static_cast<unsigned>(std::stoul(value.substr(x + 1)));
      } else {
        form.launch.at(key) = static_cast<unsigned>(std::stoul(value));
      }
    }
  }
  return form;
}

inline Launch launch_of(const Form& form, const ProductKernel& kernel) {
  const auto said = [&](const char* name) { return form.launch.at(name); };
  Launch launch = rectangle(kernel, {said("m"), said("n"), said("k")}, {said("block_x"), said("block_y")},
                            {said("grid_x"), said("grid_y")});
  launch.dynamic_shared_bytes = said("dynamic");
  return launch;
}

// "5 partial_sum sum[0] = 11 <- 9 10": the line, the kind, the place, the value, and the events from which it came.
template <class Arrays>
std::string describe(const Event& event, std::uint32_t number, const Arrays& arrays) {
  static const char* const kinds[] = {"global_load", "global_store",   "shared_load",     "shared_store",
                                      "partial_sum", "barrier_arrive", "barrier_release", "out_of_bounds"};
  std::string text = std::to_string(event.line()) + " " + kinds[static_cast<int>(event.kind())];
  if (event.kind() == Kind::barrier_arrive || event.kind() == Kind::barrier_release)
    return text + " " + std::to_string(event.index);
  char value[64];
  std::snprintf(value, sizeof value, "[%d] = %.9g", static_cast<int>(event.index), static_cast<double>(event.value()));
  text += " " + std::string(arrays[event.array()].name) +
          (std::isnan(event.value()) ? std::string(value).substr(0, std::string(value).find('=')) + "= nan" : value);
  const auto origin = [](std::uint32_t from) {
    return " " + (from == no_origin ? "constant" : from == many_origins ? "many" : std::to_string(from));
  };
  const bool store = event.kind() == Kind::global_store || event.kind() == Kind::shared_store || event.stray_store();
  if (store) text += " <-" + origin(event.origin);
  if (event.kind() == Kind::partial_sum) {
    text += " <-" + origin(event.first_operand(number));
    if (has_two_operands(event.sum_form())) text += origin(event.second_operand(number));
    if (event.sum_form() == SumForm::start) text += " start";
    if (event.sum_form() == SumForm::add) text += " add";
    if (event.sum_form() == SumForm::least) text += " least";
    if (event.sum_form() == SumForm::greatest) text += " greatest";
    if (event.sum_form() == SumForm::compare) text += " compare";
  } else if (event.operand() != 0) {
    text += " operand " + std::to_string(event.operand());
  }
  static const char* const widths[] = {"", " two", " four", " rest"};
  return text + widths[static_cast<int>(event.width())] + (event.stray_store() ? " store" : "");
}

}  // namespace tilescope::test
