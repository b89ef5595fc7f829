// What stands in a kernel's file, and the header that is made of it.
#include "instrumentation/source/instrument.h"

#include "instrumentation/source/functions.h"
#include "instrumentation/trace/packed_event.h"

namespace tilescope::source {

namespace {

class Instrumenter : public Functions {
 public:
  Instrumenter(std::string_view source, std::string_view file) : Functions(source), file_(file) {}

  Instrumented run() {
    if (tokens_.back().line > last_line)
      throw SourceError(last_line + 1, fmt::format("a text of more than {} lines", last_line));
    find_helpers();
    while (!at_end()) file_item();
    if (kernel_.empty()) throw SourceError(tokens_.back().line, "there is no __global__ function here");
    return {kernel_, uses_tile_, whole_text()};
  }

 private:
  void file_item() {
    skip_directives();
    if (at_end()) return;
    const std::size_t first = at_;
    if (is(";")) {
      ++at_;
      return;
    }
    if (is("static_assert")) {
      while (!is(";") && !at_end()) ++at_;
      expect(";");
      one_line(first, at_);
      return;
    }
    if (is("extern") && token(at_ + 1).is("__shared__"))
      refuse("extern __shared__ outside the kernel: declare it inside");
    if (is("extern") && token(at_ + 1).kind == Token::Kind::text) {
      if (token(at_ + 2).is("{")) refuse("extern \"C\" around several functions: write it before each");
      rewriter_.remove(at_, at_ + 2);
      at_ += 2;
    }
    std::optional<std::size_t> template_at;
    if (is("template")) {
      template_at = at_;
      template_parameters();
    }
    bool global = false;
    bool device = false;
    std::size_t specifiers = at_;
    for (;; ++at_) {
      if (is("__global__"))
        global = true;
      else if (is("__device__"))
        device = true;
      else if (is("__launch_bounds__"))
        at_ = behind_bracket(at_ + 1) - 1;
      else if (!contains(function_words, here().text))
        break;
    }
    if (is("void") && token(at_ + 1).is("__global__")) refuse("void __global__: write __global__ void");
    if (!global && !device) {
      at_ = specifiers;
      if (template_at) refuse("a template that is neither __global__ nor __device__");
      constant();
      return;
    }
    rewriter_.remove(specifiers, at_);
    std::size_t open = at_;
    while (!token(open).is("(") && !token(open).is(";") && !token(open).is("[") && !token(open).is("=") &&
           token(open).kind != Token::Kind::end)
      ++open;
    if (token(open - 1).is("__launch_bounds__"))
      refuse(open - 1, "__launch_bounds__ behind the type: write it before void");
    if (!token(open).is("(")) {
      device_variable();
      return;
    }
    if (global) {
      kernel(open);
    } else {
      helper(open, template_at);
    }
    template_parameter_.clear();
  }

  void template_parameters() {
    ++at_;
    expect("<");
    for (; !is(">"); ++at_) {
      if (at_end()) refuse("a template's parameters do not end");
      if (is("typename") || is("class")) refuse("a template over types: TileScope records float");
      if (is("<") || is("(")) refuse("a template parameter other than a whole number");
      if (is(",")) template_parameter_ += ",";
      if (here().kind == Token::Kind::word && !contains(integer_words, here().text) &&
          token(at_ - 1).kind == Token::Kind::word)
        template_parameter_ += here().text;
    }
    ++at_;
  }

  // const int W = 8; a member of the struct that the text becomes, so it has to be static.
  void constant() {
    const std::size_t first = at_;
    bool is_const = false;
    while (contains(qualifiers, here().text)) {
      is_const = is_const || !is("static");
      rewriter_.remove(at_);
      ++at_;
    }
    check_word(at_);
    const bool integer = contains(integer_words, here().text);
    if (!is_const || !(integer || is("float")))
      refuse(fmt::format("'{}': a kernel's file holds constants, __device__ helpers and one __global__ function",
                         here().text));
    rewriter_.insert_before(first, "static constexpr ");
    if (!integer && token(at_ + 1).kind == Token::Kind::word) float_constants_.insert(token(at_ + 1).text);
    while (!is(";")) {
      if (at_end()) refuse(first, "this constant does not end");
      if (is("*") && (contains(integer_words, token(at_ - 1).text) || token(at_ - 1).is("float")))
        refuse("a pointer that is no parameter");
      if (is("TILE") && (token(at_ + 1).is("=") || token(at_ + 1).is("{")))
        refuse("TILE is the build's to define: leave it out, or give the constant another name");
      if (is("TILE")) uses_tile_ = true;
      if (is("(") || is("{")) {
        at_ = behind_bracket(at_);
        continue;
      }
      ++at_;
    }
    ++at_;
    one_line(first, at_);
  }

  // __device__ float A[4][6]; a matrix of the launch whose sides the text fixes.
  void device_variable() {
    const std::size_t first = at_;
    bool is_const = false;
    while (is("const")) {
      is_const = true;
      rewriter_.remove(at_++);
    }
    if (!is("float")) refuse(fmt::format("a __device__ variable of type {}: TileScope records float", here().text));
    rewriter_.remove(at_++);
    for (;;) {
      const std::size_t name = at_;
      require_matrix(name);
      ++at_;
      const std::vector<std::string> sides = take_sides();
      if (sides.empty() || sides.size() > 2) refuse(name, "a __device__ matrix has one or two sides");
      if (is("=")) refuse("a __device__ matrix with values: the launch gives them");
      std::string list;
      for (const std::string& side : sides) list += (list.empty() ? "" : ", ") + side;
      const std::size_t number = add_array(name, "global", !is_const, sides);
      rewriter_.replace(name, fmt::format("{}Array<{}> {}{{tilescope_storage(tilescope_arguments.{}, {})}}", traced,
                                          list, token(name).text, token(name).text, number));
      names_.insert(token(name).text);
      if (!is(",")) break;
      rewriter_.replace(at_, ";");
      ++at_;
    }
    expect(";");
    one_line(first, at_);
  }

  [[nodiscard]] std::string whole_text() const {
    std::string table;
    for (const DeclaredArray& array : arrays_) {
      std::string sides;
      if (!array.sides.empty()) sides = fmt::format(", {{{}}}", joined(array.sides));
      table += fmt::format("      {{\"{}\", ::tilescope::Space::{}, {}{}}},\n", array.name, array.space, array.writable,
                           sides);
    }
    if (arrays_.empty()) throw SourceError(1, "the kernel has no arrays");
    std::string undefine;
    for (const std::string& name : macro_names_) undefine += fmt::format("#undef {}\n", name);
    const std::string call =
        fmt::format("program.{}{}({})", kernel_is_template_ ? "template " : "",
                    kernel_is_template_ ? fmt::format("{}<TILESCOPE_TILE>", kernel_) : kernel_, call_);
    // The lines of what follows the text are nobody's.
    return fmt::format(R"text(// Made by tilescope-instrument from {file}. Changes belong there.
#if !defined(TILESCOPE_FILE)
#define TILESCOPE_FILE "{file}"
#define TILESCOPE_REST "{file} (recorded)"
#endif
namespace TILESCOPE_RECORDED {{
{tile}
struct Program : ::tilescope::traced::Scope {{
  using Scope::Scope;
#line 1 TILESCOPE_FILE
{text}
#line 1 TILESCOPE_REST
  static constexpr ::tilescope::DeclaredArray tilescope_arrays[] = {{
{table}  }};
  static constexpr ::std::string_view tilescope_parameters = "{parameters}";
}};
{undefine}
TILESCOPE_HERE void run(::tilescope::traced::Thread& thread, const ::tilescope::traced::Arguments& arguments) {{
  Program program(thread, arguments);
  {call};
}}
TILESCOPE_ENTRIES("{kernel}", {tile_width})
}}  // namespace TILESCOPE_RECORDED
#undef TILESCOPE_FILE
#undef TILESCOPE_REST
)text",
                       fmt::arg("file", file_), fmt::arg("tile", tile_declaration()),
                       fmt::arg("text", rewriter_.text()), fmt::arg("table", table), fmt::arg("undefine", undefine),
                       fmt::arg("call", call), fmt::arg("parameters", parameters_), fmt::arg("kernel", kernel_),
                       fmt::arg("tile_width", uses_tile_ ? "TILESCOPE_TILE" : "0"));
  }

  [[nodiscard]] std::string tile_declaration() const {
    return uses_tile_ ? "constexpr int TILE = TILESCOPE_TILE;" : "";
  }

  std::string file_;
};

}  // namespace

Instrumented instrument(std::string_view source, std::string_view file) { return Instrumenter(source, file).run(); }

}  // namespace tilescope::source
